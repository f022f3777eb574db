// isl-test: leak
// expect: none

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The exports of LeakingExports, each of which removes its ThreadLocal when it is done.
 */
final class RepairedExports {
  static final class Page {
    final Export export;
    final char[] cells = new char[256];
    int filled;

    Page(Export export) {
      this.export = export;
    }

    void put(String text) {
      for (int i = 0; i < text.length(); i++) {
        cells[(filled + i) % cells.length] = text.charAt(i);
      }
      filled += text.length();
    }
  }

  static final class Export {
    private final String customer;
    private final ThreadLocal<Page> scratch = new ThreadLocal<>();

    Export(String customer) {
      this.customer = customer;
    }

    private Page page() {
      Page page = scratch.get();
      if (page == null) {
        page = new Page(this);
        scratch.set(page);
      }
      return page;
    }

    long run(int rows) {
      StringBuilder file = new StringBuilder();
      for (int row = 0; row < rows; row++) {
        String line = row + ";" + customer + ";" + row * 31 % 1009 + "\n";
        page().put(line);
        file.append(line);
      }
      long sum = file.toString().hashCode() + page().filled;
      scratch.remove();
      return sum;
    }
  }

  public static void main(String[] args) throws Exception {
    int exports = args.length > 0 ? Integer.parseInt(args[0]) : 30_000;
    ExecutorService pool = Executors.newFixedThreadPool(2);
    long digest = 17;
    for (int from = 0; from < exports; from += 20) {
      List<Future<Long>> batch = new ArrayList<>();
      for (int i = from; i < from + 20; i++) {
        Export export = new Export("customer " + i % 977);
        batch.add(pool.submit(() -> export.run(200)));
      }
      for (Future<Long> result : batch) {
        digest = digest * 31 + result.get();
      }
    }
    pool.shutdown();
    System.out.println(exports + " exports, digest " + Long.toHexString(digest));
  }
}
