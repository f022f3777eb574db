import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.SemaphoreBasedRateLimiter;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** A rate limiter for each client that connects, shut down where there is a method for it. */
public class Driver {
    static final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);

    public static void main(String[] args) throws Exception {
        scheduler.setRemoveOnCancelPolicy(true);
        RateLimiterConfig config = RateLimiterConfig.custom().limitForPeriod(5).limitRefreshPeriod(Duration.ofHours(1)).build();
        Rounds.run(args, i -> {
            SemaphoreBasedRateLimiter limiter = new SemaphoreBasedRateLimiter("client-" + i, config, scheduler);
            if (!limiter.acquirePermission(1)) {
                throw new AssertionError("refused");
            }
            for (var method : SemaphoreBasedRateLimiter.class.getMethods()) {
                if (method.getName().equals("shutdown")) {
                    method.invoke(limiter);
                }
            }
        });
        System.exit(0);
    }
}
