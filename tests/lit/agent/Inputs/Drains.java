import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayDeque;

/**
 * Keeps items that nobody reads, and lets go of them when the agent's log says that a search for paths
 * begins just now: the VSO of the last check is twice that of the last search. `read` reads the items first,
 * `drop` does not.
 */
final class Drains {
  static final class Item {
    long a = 1, b = 2, c = 3, d = 4;
  }

  static final ArrayDeque<Item> shared = new ArrayDeque<>();
  static byte[] page;

  static RandomAccessFile log;
  static String rest = "";
  static double vso, atLastSearch;

  static boolean searchBegins() throws IOException {
    byte[] more = new byte[(int) (log.length() - log.getFilePointer())];
    if (more.length == 0) return false;
    log.readFully(more);
    String text = rest + new String(more);
    int begin = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
      String line = text.substring(begin, end);
      int at = line.indexOf("VSO ");
      if (line.startsWith("isl: check ") && at >= 0) {
        vso = Double.parseDouble(line.substring(at + 4, line.indexOf(',', at)));
      } else if (line.startsWith("isl: paths anew")) {
        atLastSearch = vso;
      }
      begin = end + 1;
    }
    rest = text.substring(begin);
    return atLastSearch > 0 && vso >= 2 * atLastSearch + 0.05;
  }

  static long drain(String how) {
    long sum = 0;
    if (how.equals("drop")) shared.clear();
    for (Item item = shared.poll(); item != null; item = shared.poll()) sum += item.a;
    return sum;
  }

  static void work(String how) throws IOException {
    for (int i = 0; i < 400_000 && !searchBegins(); i++) {
      if (i % 4 == 0) shared.add(new Item());
      page = new byte[2040];
    }
    drain(how);
  }

  public static void main(String[] args) throws Exception {
    log = new RandomAccessFile(args[0], "r");
    work(args[1]);
    System.out.println(vso < 2 * atLastSearch ? "no second search" : "drained");
  }
}
