import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.ServerSocket;

/** Servers that share the port of one that stays; each is closed when its verticle goes. */
public class Driver {
    static HttpServer listen(Vertx vertx, int port) throws Exception {
        return vertx.createHttpServer().requestHandler(request -> request.response().end()).listen(port)
            .toCompletionStage().toCompletableFuture().get();
    }

    public static void main(String[] args) throws Exception {
        Vertx vertx = Vertx.vertx();
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        listen(vertx, port);
        Rounds.run(args, i -> listen(vertx, port).close().toCompletionStage().toCompletableFuture().get());
        System.exit(0);
    }
}
