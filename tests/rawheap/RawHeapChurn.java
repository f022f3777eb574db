import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Passes, comparisons and paths while threads allocate, classes come and go and virtual threads start, park and end.
 *
 * <p>usage: RawHeapChurn SECONDS. The last line is PASSED or what failed.
 */
final class RawHeapChurn {
  interface Work {
    void run() throws Exception;
  }

  static volatile Object sink;
  static volatile long end;
  static int failures;

  static void keepAt(Work work) {
    Thread thread = new Thread(() -> {
      try {
        while (System.nanoTime() < end) work.run();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  static void check(boolean good, String what) {
    if (good) return;
    failures++;
    System.out.println("FAILED: " + what);
  }

  static void startThreads() {
    for (int i = 0; i < 3; i++) {
      Map<Integer, Object> map = new ConcurrentHashMap<>();
      keepAt(() -> {
        int n = ThreadLocalRandom.current().nextInt(20_000);
        map.put(n, new Object[] {new byte[n % 200], "text " + n, new ArrayList<>(List.of(1, 2, 3))});
        sink = new long[n];
      });
    }
    keepAt(() -> sink = RawHeap.loadAlone());
    if (Runtime.version().feature() < 21) return;
    keepAt(() -> {
      for (int i = 0; i < 200; i++) RawHeap.startVirtual(RawHeapChurn::park);
      Thread.sleep(5);
    });
  }

  static void park() {
    Object mine = new RawHeap.Parked();
    try {
      Thread.sleep(ThreadLocalRandom.current().nextInt(30));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    RawHeap.use(mine);
  }

  public static void main(String[] args) throws Exception {
    String reason = RawHeap.open();
    check(reason.isEmpty(), "open: " + reason);
    end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000_000;
    startThreads();
    long[] sums = new long[4 * (RawHeap.CLASSES.length + 1) + 6], totals = new long[4];
    int passes = 0;
    for (; System.nanoTime() < end && failures == 0; passes++) {
      reason = RawHeap.pass(RawHeap.CLASSES, RawHeap.WORD, true, passes % 2 * 1_000_000, sums);
      check(reason.isEmpty(), "pass: " + reason);
      if (passes % 10 == 5) {
        reason = RawHeap.selfCheck(totals).split("\n", 2)[0];
        check(reason.isEmpty(), "against JVMTI: " + reason);
      }
      String path = passes % 7 == 3 ? RawHeap.path(RawHeap.InStatic.class, 0) : "";
      check(!path.startsWith("!") || path.equals("!no object of the class"), "path: " + path);
      Thread.sleep(5);
    }
    check(passes > 5, passes + " passes");
    System.out.println(passes + " passes");
    System.out.println(failures == 0 ? "PASSED" : failures + " FAILED");
    System.exit(failures == 0 ? 0 : 1);
  }
}
