import java.util.concurrent.CountDownLatch;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Tasks of one worker, each of them done before the next thousand comes. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Scheduler.Worker worker = Schedulers.newSingle("subscriber").createWorker();
        Rounds.run(args, i -> {
            if (i % 1000 == 999) {
                CountDownLatch done = new CountDownLatch(1);
                worker.schedule(done::countDown);
                done.await();
            } else {
                worker.schedule(() -> {});
            }
        });
        System.exit(0);
    }
}
