// isl-test: leak
// expect: none

import java.util.ArrayList;
import java.util.List;

/**
 * The sessions of LeakingLogins, whose tokens are of a static class and have a copy of the one number that they need.
 */
final class RepairedLogins {
  static final class Login {
    private final String address;
    private final byte[] certificates = new byte[800];
    private int received;

    Login(String address) {
      this.address = address;
    }

    void receive(int number) {
      for (; received < certificates.length; received++) {
        certificates[received] = (byte) (number * received);
      }
    }

    Token token() {
      int value = received;
      for (byte part : certificates) {
        value = value * 31 + part;
      }
      return new Token(value, received);
    }

    static final class Token {
      private final int value;
      private final int received;

      Token(int value, int received) {
        this.value = value;
        this.received = received;
      }

      boolean matches(int given) {
        return given == value;
      }

      String describe() {
        return "token of a login of " + received + " bytes";
      }
    }
  }

  static final class Session {
    final Login.Token token;
    int requests;

    Session(Login.Token token) {
      this.token = token;
    }
  }

  private static final List<Session> sessions = new ArrayList<>();

  private static Session open(int number) {
    Login login = new Login("10.1." + number / 250 % 250 + "." + number % 250);
    login.receive(number);
    return new Session(login.token());
  }

  private static long serve(Session session, int number) {
    if (!session.token.matches(session.token.value)) {
      throw new IllegalStateException("not " + session.token.describe());
    }
    StringBuilder page = new StringBuilder(6000);
    while (page.length() < 5000) {
      page.append("item ").append(number++).append(", request ").append(session.requests++).append('\n');
    }
    return page.toString().hashCode();
  }

  public static void main(String[] args) {
    int requests = args.length > 0 ? Integer.parseInt(args[0]) : 60_000;
    long digest = 17;
    for (int i = 0; i < requests; i++) {
      if (i % 12 == 0) {
        sessions.add(open(i));
      }
      Session session = sessions.get((int) (i * 7919L % sessions.size()));
      digest = digest * 31 + serve(session, i);
    }
    System.out.println(requests + " requests, digest " + Long.toHexString(digest));
  }
}
