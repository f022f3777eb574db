// isl-test: leak args=leak
// isl-test: leak args=clean expect=none

import java.util.ArrayList;
import java.util.List;

/**
 * A growing list of strings. Clean: the list is emptied after every batch.
 */
final class StringListLeak {
  private static final List<String> lines = new ArrayList<>();

  private static void log(int number) {
    // expect@+1: leak type=String held-by=StringListLeak.lines
    lines.add("request " + number + " of user " + number % 977 + " took " + number % 31 + " ms");
  }

  public static void main(String[] args) {
    boolean leak = Work.leaks(args);
    int requests = Work.size(args, 1, 80_000);
    long digest = 17;
    for (int i = 0; i < requests; i++) {
      log(i);
      digest = digest * 31 + lines.get(lines.size() - 1).length() + Work.request(i, 16_000);
      if (!leak && lines.size() == 50) {
        lines.clear();
      }
    }
    Work.print("requests", requests, digest);
  }
}
