import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import reactor.core.observability.micrometer.Micrometer;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Time-outs on an observed scheduler, cancelled because the answer came. */
public class Driver {
    public static void main(String[] args) throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        Scheduler timed = Micrometer.timedScheduler(Schedulers.newParallel("timeouts", 1), registry, "app");
        Rounds.run(args, i -> timed.schedule(() -> {}, 1, TimeUnit.HOURS).dispose());
        System.exit(0);
    }
}
