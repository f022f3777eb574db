import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tasks note their context in a ThreadLocal of a pool's threads, which outlive every task. Clean:
 * the task removes the ThreadLocal when it is done.
 *
 * <p>expect: spec=leak method=PoolLocalLeak.task type=PoolLocalLeak$Context
 * holder=java.lang.ThreadLocal$ThreadLocalMap$Entry.value
 */
final class PoolLocalLeak {
  static final class Context {
    final String user;
    final long started;
    final long[] timings = new long[16];

    Context(String user, long started) {
      this.user = user;
      this.started = started;
    }
  }

  private static final ThreadLocal<List<Context>> contexts = ThreadLocal.withInitial(ArrayList::new);
  private static final AtomicLong sum = new AtomicLong();

  private static void task(int number, boolean leak) {
    Context context = new Context("user " + number % 977, number);
    contexts.get().add(context);
    context.timings[number % 16] = Work.request(number, 16_000);
    sum.addAndGet(context.timings[number % 16] * (context.started + context.user.length()));
    if (!leak) {
      contexts.remove();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    boolean leak = Work.leaks(args);
    int tasks = Work.size(args, 1, 60_000);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int from = 0; from < tasks; from += 100) {
      int first = from;
      pool.submit(() -> {
        for (int i = first; i < Math.min(first + 100, tasks); i++) {
          task(i, leak);
        }
      });
    }
    pool.shutdown();
    pool.awaitTermination(10, TimeUnit.MINUTES);
    Work.print("tasks", tasks, sum.get());
  }
}
