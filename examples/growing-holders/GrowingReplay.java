import java.util.ArrayList;
import java.util.List;

/**
 * A feed that replays to each subscriber all that was ever said. Every message is used again and again, so none is
 * stale, and the list grows for as long as the feed lives. BoundedReplay keeps the last hundred.
 *
 * <p>expect: spec=growing-holders args=60000 verdict=fail method=GrowingReplay.main
 * type=java.util.ArrayList holder=GrowingReplay.said
 */
final class GrowingReplay {
  private static List<String> said;
  private static char[] page;

  private static void say(String message) {
    said.add(message);
  }

  private static long replay() {
    long sum = 0;
    for (String message : said) sum += message.length();
    return sum;
  }

  public static void main(String[] args) {
    said = new ArrayList<>();
    int messages = args.length > 0 ? Integer.parseInt(args[0]) : 40_000;
    long sum = 0;
    for (int i = 0; i < messages; i++) {
      page = new char[6000]; // what a message costs besides
      say("message " + i);
      if (i % 50 == 0) sum += replay();
    }
    System.out.println("characters: " + sum);
  }
}
