// isl-test: invariant-objects check=alloc:6m
// expect: none

import java.util.ArrayList;
import java.util.List;

/**
 * The repaired program of RepeatedSettings: all sessions share one object for their settings; what a
 * session has of its own differs from session to session.
 */
final class SharedSettings {
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

    Session(int user, Settings settings) {
      this.user = user;
      this.settings = settings;
    }
  }

  private static final List<Session> sessions = new ArrayList<>();
  private static char[] page;

  public static void main(String[] args) {
    int requests = args.length > 0 ? Integer.parseInt(args[0]) : 400_000;
    long served = 0;
    Settings settings = new Settings(30, 3, 1 << 20);
    for (int user = 0; user < 20_000; user++) sessions.add(new Session(user, settings));
    for (int request = 0; request < requests; request++) {
      Session session = sessions.get(request % sessions.size());
      page = new char[600];
      served += session.user % 2 + session.settings.retries;
    }
    System.out.println("served: " + served);
  }
}
