// isl-test: leak

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Every export has a ThreadLocal for its scratch page, and the page refers to its export. A pool's
 * threads outlive the exports, and each keeps the page: the page reaches the ThreadLocal that is the
 * weak key of its own entry. RepairedExports removes the entry when the export is done.
 */
final class LeakingExports {
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
    private final ThreadLocal<Page> scratch = new ThreadLocal<>();  // may-expect: leak

    Export(String customer) {
      this.customer = customer;
    }

    private Page page() {
      // expect@+1: leak type=ThreadLocal$ThreadLocalMap$Entry held-by=ThreadLocal$ThreadLocalMap.table
      Page page = scratch.get();
      if (page == null) {
        // expect@+1: leak type=LeakingExports$Page held-by=ThreadLocal$ThreadLocalMap$Entry.value
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
        // expect@+1: leak type=LeakingExports$Export held-by=LeakingExports$Page.export, leak type=String held-by=LeakingExports$Export.customer
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
