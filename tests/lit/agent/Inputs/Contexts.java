import java.util.ArrayList;
import java.util.List;

/** One allocation site behind three ways through the program; two ways make objects that are read. */
final class Contexts {
  static final class Cell {
    int n;
  }

  static final List<Cell> READ = new ArrayList<>();
  static final List<Cell> UNREAD = new ArrayList<>();
  static long sum;

  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      all();
      return;
    }
    // Yields between the allocations, so that the thread goes on other carriers.
    Thread thread = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class)
        .invoke(null, (Runnable) Contexts::all);
    thread.join();
  }

  static void all() {
    try {
      allocate();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void allocate() throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      READ.add(left(i));
      READ.add(recursive(3));
      UNREAD.add(right(i));
      failing(i);
      if (i % 10 == 0) Thread.sleep(1);
    }
    Thread thread = new Thread(Contexts::run);
    thread.start();
    thread.join();
    for (Cell cell : READ) sum += cell.n;
    isl.Amplifier.check();
    System.out.println(sum + " " + READ.size() + " " + UNREAD.size());
  }

  /** In a thread: its stack is another one, and so are its contexts. */
  static void run() {
    for (int i = 0; i < 50; i++) UNREAD.add(right(i));
  }

  static Cell left(int i) {
    return make();
  }

  static Cell right(int i) {
    return make();
  }

  static Cell recursive(int depth) {
    return depth == 0 ? make() : recursive(depth - 1);
  }

  /** Leaves two methods by an exception; the contexts behind it are as before. */
  static void failing(int i) {
    try {
      fail(make());
    } catch (IllegalStateException e) {
      sum += e.getMessage().length() - 1;
    }
  }

  static void fail(Cell cell) {
    throw new IllegalStateException(cell == null ? "" : "x");
  }

  static Cell make() {
    return new Cell();
  }
}
