import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds items that nobody reads in one of several ways, `static`, `local`, `thread` or `threadlocal`, and
 * ends with a heap dump, while they are still held: what the report says can be looked up in it.
 */
final class Holders {
  static final class Item {
    long a = 1, b = 2, c = 3, d = 4;
  }

  static final class Store {
    final Map<Integer, List<Item>> byKey = new HashMap<>();

    void fill() {
      for (int i = 0; i < 2000; i++) {
        List<Item> items = new ArrayList<>();
        for (int j = 0; j < 10; j++) items.add(new Item());
        byKey.put(i, items);
      }
    }
  }

  static final class Keeper extends Thread {
    Store kept;
    volatile boolean filled;

    @Override public void run() {
      kept = new Store();
      kept.fill();
      filled = true;
      pause();
    }
  }

  static final ThreadLocal<Store> local = new ThreadLocal<>();
  static Store store;
  static byte[] page;

  static synchronized void pause() {
    try {
      Holders.class.wait();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void work() {
    for (int i = 0; i < 30_000; i++) page = new byte[4080];
  }

  static void dump(String file) throws Exception {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file, true);
  }

  static void hold(String how) throws Exception {
    if (how.equals("static")) {
      store = new Store();
      store.fill();
    } else if (how.equals("threadlocal")) {
      local.set(new Store());
      local.get().fill();
    } else {
      Keeper keeper = new Keeper();
      keeper.setDaemon(true);
      keeper.start();
      while (!keeper.filled) Thread.sleep(10);
    }
  }

  public static void main(String[] args) throws Exception {
    Store mine = null;
    if (args[0].equals("local")) {
      mine = new Store();
      mine.fill();
    } else {
      hold(args[0]);
    }
    work();
    dump(args[1]);
    if (mine != null) System.out.println(mine.byKey.size());
  }
}
