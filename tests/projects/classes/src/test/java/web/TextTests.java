package web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** What the other tests of a suite do: they compute, and keep nothing. */
abstract class TextTests {
  @RepeatedTest(40)
  void countsWords(RepetitionInfo repetition) {
    TreeMap<String, Integer> words = new TreeMap<>();
    for (int i = 0; i < 40_000; i++) words.merge("word" + i % (100 + repetition.getCurrentRepetition()), 1, Integer::sum);
    assertEquals(40_000, words.values().stream().mapToInt(Integer::intValue).sum());
  }
}
