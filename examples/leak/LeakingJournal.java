// isl-test: leak args=60000

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A service that notes every request in a journal which nobody reads: the journal grows for as long
 * as the service runs. RepairedJournal is the same service with a bounded journal.
 */
final class LeakingJournal {
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

  private static final List<Entry> journal = new ArrayList<>();

  private static void note(long number, int user, int item, int bytes) {
    // expect@+1: leak type=LeakingJournal$Entry held-by=LeakingJournal.journal
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
