// isl-test: invariant-objects check=alloc:6m

import java.util.ArrayList;
import java.util.List;

/**
 * Sessions that each make settings of their own, though all settings are the same: one shared object
 * would do. SharedSettings is the repaired program.
 */
final class RepeatedSettings {
  static final class Settings {
    int timeout;
    int retries;
    long limit;

    Settings(int timeout, int retries, long limit) {
      this.timeout = timeout;
      this.retries = retries;
      this.limit = limit;
    }
  }

  static final class Session {
    final int user;
    final Settings settings;

    Session(int user) {
      this.user = user;
      // expect@+1: invariant-objects type=RepeatedSettings$Settings held-by=RepeatedSettings.sessions
      this.settings = new Settings(30, 3, 1 << 20);
    }
  }

  private static final List<Session> sessions = new ArrayList<>();
  private static char[] page;

  public static void main(String[] args) {
    int requests = args.length > 0 ? Integer.parseInt(args[0]) : 400_000;
    long served = 0;
    for (int user = 0; user < 20_000; user++) sessions.add(new Session(user));
    for (int request = 0; request < requests; request++) {
      Session session = sessions.get(request % sessions.size());
      page = new char[600];
      served += session.user % 2 + session.settings.retries;
    }
    System.out.println("served: " + served);
  }
}
