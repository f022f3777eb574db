import java.util.ArrayList;
import java.util.List;

/**
 * The feed of GrowingReplay, which replays the last hundred messages to each subscriber.
 *
 * <p>expect: spec=growing-holders args=60000 verdict=pass
 */
final class BoundedReplay {
  private static List<String> said;
  private static char[] page;

  private static void say(String message) {
    if (said.size() == 100) said.remove(0);
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
