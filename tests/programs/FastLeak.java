// isl-test: leak args=leak,60000 check=alloc:256k
// isl-test: leak args=clean,60000 check=alloc:256k expect=none

import java.util.HashMap;
import java.util.Map;

/**
 * A leak of a quarter of all that is allocated: the heap grows faster than checks that follow its
 * size can come. Clean: the map keeps the last hundred.
 */
final class FastLeak {
  static final class Session {
    final int number;
    final String user;
    final String token;
    // expect@+1: leak type=HashMap held-by=FastLeak.sessions
    final Map<String, Integer> basket = new HashMap<>();

    Session(int number) {
      this.number = number;
      user = "user " + number % 977;  // expect: leak type=String held-by=FastLeak.sessions
      // expect@+1: leak type=String held-by=FastLeak.sessions
      token = Integer.toHexString(number * 0x9E3779B9);
    }
  }

  private static final Map<Integer, Session> sessions = new HashMap<>();

  private static Session open(int number) {
    // expect@+1: leak type=FastLeak$Session held-by=FastLeak.sessions
    Session session = new Session(number);
    // expect@+1: leak type=HashMap$Node held-by=FastLeak.sessions, leak type=String held-by=FastLeak.sessions
    session.basket.put("item " + number % 4093, number % 7);
    // expect@+1: leak type=HashMap$Node held-by=FastLeak.sessions, leak type=Integer held-by=FastLeak.sessions
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
