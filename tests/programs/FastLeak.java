import java.util.HashMap;
import java.util.Map;

/**
 * A leak of a quarter of all that is allocated: the heap grows faster than checks that follow its
 * size can come. Clean: the map keeps the last hundred.
 *
 * <p>expect: spec=leak method=FastLeak.open type=FastLeak$Session holder=FastLeak.sessions
 */
final class FastLeak {
  static final class Session {
    final int number;
    final String user;
    final String token;
    final Map<String, Integer> basket = new HashMap<>();

    Session(int number) {
      this.number = number;
      user = "user " + number % 977;
      token = Integer.toHexString(number * 0x9E3779B9);
    }
  }

  private static final Map<Integer, Session> sessions = new HashMap<>();

  private static Session open(int number) {
    Session session = new Session(number);
    session.basket.put("item " + number % 4093, number % 7);
    sessions.put(number, session);
    return session;
  }

  public static void main(String[] args) {
    boolean leak = Work.leaks(args);
    int count = Work.size(args, 1, 250_000);
    long digest = 17;
    for (int i = 0; i < count; i++) {
      Session session = open(i);
      digest = digest * 31 + session.token.hashCode() + session.user.length() + session.number;
      digest += session.basket.size() + Work.request(i, 400);
      if (!leak) {
        sessions.remove(i - 100);
      }
    }
    Work.print("sessions", count, digest);
  }
}
