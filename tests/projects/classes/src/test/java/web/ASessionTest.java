package web;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class ASessionTest {
  @RepeatedTest(30)
  void logsIn(RepetitionInfo repetition) {
    Logins.of(this, repetition.getCurrentRepetition());
  }
}
