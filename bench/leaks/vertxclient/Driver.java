import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.CountDownLatch;

/** HTTP clients that a verticle's context builds anew and closes, ten at a time. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Vertx vertx = Vertx.vertx();
        Context context = vertx.getOrCreateContext();
        Rounds.run(args, i -> {
            CountDownLatch done = new CountDownLatch(10);
            context.runOnContext(v -> {
                for (int client = 0; client < 10; client++) {
                    vertx.httpClientBuilder().build().close().onComplete(closed -> done.countDown());
                }
            });
            done.await();
        });
        System.exit(0);
    }
}
