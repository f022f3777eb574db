import java.util.ArrayList;
import java.util.List;

/** Does a known number of everything that an event can be. */
final class Count {
  static final class Cell {
    int n;
    long total;
    Object ref;

    Cell(int n) {
      this.n = n;
    }

    int get() {
      return n;
    }

    void set(int v) {
      n = v;
      total += v;
    }

    Cell self() {
      return this;
    }
  }

  static final List<Cell> cells = new ArrayList<>();
  static int[][] rows;
  static Object sink;

  public static void main(String[] args) throws Exception {
    int threads = 8;
    for (int i = 0; i < 1000; i++) cells.add(new Cell(i)); // 1000 births, 1000 writes
    long sum = 0;
    for (int round = 0; round < 100; round++) {
      for (Cell c : cells) sum += c.get(); // 100,000 reads and returns
    }
    for (Cell c : cells) c.set(5); // 2000 writes, 1000 reads, 1000 returns
    for (Cell c : cells) sink = c.self(); // 1000 returns
    Thread[] pool = new Thread[threads];
    for (int t = 0; t < threads; t++) {
      pool[t] = new Thread(Count::readAll);
      pool[t].start();
    }
    for (Thread t : pool) t.join(); // 80,000 reads
    rows = new int[200][100];
    for (int[] row : rows) for (int j = 0; j < row.length; j++) row[j] = j; // 20,000 writes
    for (int round = 0; round < 50; round++) {
      for (int[] row : rows) for (int j = 0; j < row.length; j++) sum += row[j]; // 1,000,000 reads
    }
    try {
      sum += rows[0][100]; // no event
    } catch (ArrayIndexOutOfBoundsException e) {
      sum++;
    }
    for (int i = 0; i < 2000; i++) { // time for some checks, on a busy machine as well
      sink = new byte[100_000];
      if (i % 100 == 0) Thread.sleep(50);
    }
    System.out.println(sum);
  }

  static void readAll() {
    long sum = 0;
    for (int i = 0; i < 10_000; i++) sum += cells.get(i % 1000).n;
    sink = sum;
  }
}
