package web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.TestInstance;

/** A class of tests that keeps what it has computed, until it ends. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeptTest {
  private final Map<Integer, String> seen = new HashMap<>();

  @RepeatedTest(50)
  void keepsRates(RepetitionInfo repetition) {
    for (int i = 0; i < 600; i++) {
      int rate = repetition.getCurrentRepetition() * 1000 + i;
      seen.put(rate, "the rate is " + rate);
    }
    assertEquals(600 * repetition.getCurrentRepetition(), seen.size());
  }
}
