import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * CPU time of full collections and of checks over one live heap, in one process.
 *
 * <p>usage: HeapCost objects|scattered|maps|strings COUNT CHECKS. Prints a line per measurement: `gc MS` (before
 * the first check), `check MS`, `gc-after MS`, and `rss KB`. With an agent it must run under
 * `check=alloc:16m`; CHECKS is 0 without one. CHECKS `floor` makes walks of the agent walk_floor instead, a line
 * `KIND MS` each.
 */
final class HeapCost {
  static final class Item {
    final long number;
    final Item previous;

    Item(long number, Item previous) {
      this.number = number;
      this.previous = previous;
    }
  }

  static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  static final int MANY = 1 << 10;
  static final Random random = new Random(7);
  static Object[] roots;
  static byte[] sink;

  static Object make(String kind, int number, Object previous) {
    switch (kind) {
      case "objects":
        // Short chains: deep ones are a case of their own for every collector.
        return new Item(number, number % 8 == 0 ? null : (Item) previous);
      case "scattered":
        return new Item(number, number % 8 == 0 ? null : any(number));
      case "maps":
        Map<String, String> map = new HashMap<>();
        map.put("key", "value");
        return map;
      case "strings":
        return new String("text");
      default:
        throw new IllegalArgumentException(kind);
    }
  }

  static Item any(int below) {
    int index = random.nextInt(below);
    return (Item) ((Object[]) roots[index / MANY])[index % MANY];
  }

  static void fill(String kind, int count) {
    roots = new Object[(count + MANY - 1) / MANY];
    Object last = null;
    for (int i = 0; i < count; i++) {
      if (i % MANY == 0) roots[i / MANY] = new Object[MANY];
      last = make(kind, i, last);
      ((Object[]) roots[i / MANY])[i % MANY] = last;
    }
  }

  static double cpuMs() {
    return SYSTEM.getProcessCpuTime() / 1e6;
  }

  static void untilQuiet() throws InterruptedException {
    for (int quiet = 0; quiet < 4;) {
      double before = cpuMs();
      Thread.sleep(25);
      quiet = cpuMs() - before < 4 ? quiet + 1 : 0;
    }
  }

  static void collect(String label) throws InterruptedException {
    double before = cpuMs();
    System.gc();
    untilQuiet();
    System.out.printf("%s %.1f%n", label, cpuMs() - before);
  }

  /** Allocates until the agent begins a check, and waits for its end. */
  static void check() throws InterruptedException {
    for (;;) {
      double before = cpuMs();
      for (int i = 0; i < 64; i++) sink = new byte[16 << 10];
      Thread.sleep(30);
      if (cpuMs() - before > 15) {
        untilQuiet();
        System.out.printf("check %.1f%n", cpuMs() - before);
        return;
      }
    }
  }

  static native void tagClasses(boolean tags);

  static native long walk(String kind, Class<?> of);

  static native void tagAll(Object[] objects, boolean tags);

  static void walks(String label) {
    for (String kind : new String[] {"iterate", "bare", "class", "follow"}) {
      for (int i = 0; i < 3; i++) {
        double before = cpuMs();
        long callbacks = walk(kind, Object[].class);
        System.out.printf("%s%s %.1f%n", kind, label, cpuMs() - before);
        if (callbacks == 0 && !kind.equals("bare")) throw new IllegalStateException(kind);
      }
    }
  }

  static void walks() {
    walks("");
    tagClasses(true);
    walks("-tagged");
    // The VM's table of tags grows with its entries and never shrinks.
    for (boolean tags : new boolean[] {true, false}) {
      for (int i = 0; i < Math.min(roots.length, 250); i++) tagAll((Object[]) roots[i], tags);
    }
    walks("-widened");
  }

  public static void main(String[] args) throws Exception {
    fill(args[0], Integer.parseInt(args[1]));
    boolean floor = args[2].equals("floor");
    int checks = floor ? 0 : Integer.parseInt(args[2]);
    untilQuiet();
    System.gc();
    for (int i = 0; i < 3; i++) collect("gc");
    for (int i = 0; i < checks; i++) check();
    if (floor) walks();
    for (int i = 0; i < 3; i++) collect("gc-after");
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) System.out.println("rss " + line.replaceAll("\\D", ""));
    }
  }
}
