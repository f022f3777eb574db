package web;

/** What the class of tests does that the property `sessions` names; without the property `logOut` it leaks. */
final class Logins {
  private Logins() {}

  static void of(Object test, int repetition) {
    if (!test.getClass().getSimpleName().equals(System.getProperty("sessions"))) return;
    for (int i = 0; i < 100; i++) {
      String user = "user " + repetition + "-" + i;
      Sessions.logIn(user);
      if (Boolean.getBoolean("logOut")) Sessions.logOut(user);
    }
  }
}
