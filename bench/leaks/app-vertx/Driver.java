import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.http.HttpServer;

/** A service that asks a worker on the event bus, each time by an address of its own. "repaired": it unregisters. */
public class Driver {
    public static void main(String[] args) throws Exception {
        boolean repaired = args.length > 1;
        Vertx vertx = Vertx.vertx();
        vertx.eventBus().<String>consumer("worker", m -> vertx.eventBus().send(m.body(), "done"));
        HttpServer server = vertx.createHttpServer().requestHandler(request -> {
            String address = "answer-" + request.getParam("id");
            MessageConsumer<String> answers = vertx.eventBus().consumer(address);
            answers.handler(answer -> {
                request.response().end(answer.body());
                if (repaired) {
                    answers.unregister();
                }
            });
            vertx.eventBus().send("worker", address);
        }).listen(0).toCompletionStage().toCompletableFuture().get();
        Rounds.run(args, i -> Load.get(server.actualPort(), "/?id=" + i));
        System.exit(0);
    }
}
