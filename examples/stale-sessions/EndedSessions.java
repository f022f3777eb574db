// isl-test: stale-sessions check=manual
// expect: none
import jakarta.servlet.http.HttpSession;
import java.util.HashMap;
import java.util.Map;

/** The shop of KeptSessions, which ends a session that has not been used for two rounds. */
final class EndedSessions {
  static final class Session implements HttpSession {
    private final Map<String, Object> attributes = new HashMap<>();
    int lastRound;

    @Override
    public Object getAttribute(String name) {
      return attributes.get(name);
    }

    @Override
    public void setAttribute(String name, Object value) {
      attributes.put(name, value);
    }

    @Override
    public void invalidate() {
      attributes.clear();
    }
  }

  private static final Map<Integer, Session> sessions = new HashMap<>();

  private static long visit(int user, int round) {
    Session session = sessions.computeIfAbsent(user, key -> new Session());
    session.lastRound = round;
    session.setAttribute("cart", new int[] {user, user + 1});
    return ((int[]) session.getAttribute("cart"))[1];
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 150; i++) {
        sum += visit(round * 100 + i, round);
      }
      int now = round;
      sessions.values().removeIf(session -> session.lastRound + 2 < now);
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
