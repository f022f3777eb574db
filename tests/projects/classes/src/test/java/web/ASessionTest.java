package web;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class ASessionTest {
  @RepeatedTest(30)
  void logsIn(RepetitionInfo repetition) {
    if (!getClass().getSimpleName().equals(System.getProperty("sessions"))) return;
    for (int i = 0; i < 100; i++) {
      String user = "user " + repetition.getCurrentRepetition() + "-" + i;
      Sessions.logIn(user);
      if (Boolean.getBoolean("logOut")) Sessions.logOut(user);
    }
  }
}
