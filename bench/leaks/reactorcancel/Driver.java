import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Time-outs that are cancelled because the answer came. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Scheduler timeouts = Schedulers.newParallel("timeouts", 1);
        Rounds.run(args, i -> timeouts.schedule(() -> {}, 1, TimeUnit.HOURS).dispose());
        System.exit(0);
    }
}
