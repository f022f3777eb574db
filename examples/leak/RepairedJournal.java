// isl-test: leak args=60000
// expect: none

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The service of LeakingJournal with a journal that keeps the last requests only.
 */
final class RepairedJournal {
  static final class Entry {
    final long number;
    final int user;
    final int item;
    final int bytes;

    Entry(long number, int user, int item, int bytes) {
      this.number = number;
      this.user = user;
      this.item = item;
      this.bytes = bytes;
    }
  }

  private static final int KEPT = 1000;
  private static final Deque<Entry> journal = new ArrayDeque<>();

  private static void note(long number, int user, int item, int bytes) {
    if (journal.size() == KEPT) {
      journal.removeFirst();
    }
    journal.add(new Entry(number, user, item, bytes));
  }

  private static String render(Map<String, String> parameters, int size) {
    StringBuilder page = new StringBuilder(size);
    while (page.length() < size) {
      page.append(parameters.get("user")).append(" bought ").append(parameters.get("item"));
    }
    return page.toString();
  }

  private static int serve(int number) {
    String path = "/shop?user=" + number % 977 + "&item=" + number % 8191;
    Map<String, String> parameters = new HashMap<>();
    for (String pair : path.substring(path.indexOf('?') + 1).split("&")) {
      int equals = pair.indexOf('=');
      parameters.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    String page = render(parameters, 6000 + number % 4000);
    note(number, number % 977, number % 8191, page.length());
    return page.hashCode();
  }

  public static void main(String[] args) {
    int requests = args.length > 0 ? Integer.parseInt(args[0]) : 160_000;
    long digest = 17;
    for (int i = 0; i < requests; i++) {
      digest = digest * 31 + serve(i);
    }
    System.out.println(requests + " requests, digest " + Long.toHexString(digest));
  }
}
