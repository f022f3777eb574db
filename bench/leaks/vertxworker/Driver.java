import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.CountDownLatch;

/** A worker executor for each job of a verticle's context, closed when it is done. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Vertx vertx = Vertx.vertx();
        Context context = vertx.getOrCreateContext();
        Rounds.run(args, i -> {
            if (i % 100 != 0) {
                return; // a hundred jobs each time the context runs
            }
            CountDownLatch done = new CountDownLatch(1);
            context.runOnContext(v -> {
                for (int job = 0; job < 100; job++) {
                    vertx.createSharedWorkerExecutor("w", 1).close();
                }
                done.countDown();
            });
            done.await();
        });
        System.exit(0);
    }
}
