import java.util.HashMap;
import java.util.Map;

/** What the programs here have in common: work that allocates, computes and keeps nothing. */
final class Work {
  private Work() {}

  /** A request handled and dropped: about two and a half times {@code size} bytes of garbage. */
  static int request(int number, int size) {
    String line = "GET /item/" + number % 8191 + "?user=" + number % 977 + "&page=" + number % 13;
    Map<String, String> parameters = new HashMap<>();
    for (String pair : line.substring(line.indexOf('?') + 1).split("&")) {
      int equals = pair.indexOf('=');
      parameters.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    StringBuilder page = new StringBuilder(size);
    while (page.length() < size) {
      page.append(parameters.get("user")).append(" reads page ").append(parameters.get("page"));
    }
    return page.toString().hashCode();
  }

  static int size(String[] args, int index, int fallback) {
    return args.length > index ? Integer.parseInt(args[index]) : fallback;
  }

  /** True when the program is to show its defect: every program here has both ways in it. */
  static boolean leaks(String[] args) {
    if (args.length > 0 && (args[0].equals("leak") || args[0].equals("clean"))) {
      return args[0].equals("leak");
    }
    throw new IllegalArgumentException("first argument: leak or clean");
  }

  static void print(String what, int count, long digest) {
    System.out.println(count + " " + what + ", digest " + Long.toHexString(digest));
  }
}
