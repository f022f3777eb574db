package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import isl.junit.MaxVso;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that keep what they made, and tests that do not. */
@MaxVso(2)
class BasketTest {
  static final class Line {
    long article;
    long count;
    long price;
    long total;
  }

  static final List<Line> FORGOTTEN = new ArrayList<>();
  static final List<Line> UNTIL_AFTER_EACH = new ArrayList<>();

  static void fill(List<Line> lines) {
    for (int i = 0; i < 50_000; i++) {
      lines.add(new Line());
    }
  }

  @AfterEach
  void clear() {
    UNTIL_AFTER_EACH.clear();
  }

  @Test
  void keepsItsLines() {
    fill(FORGOTTEN);
    assertEquals(0, FORGOTTEN.size() % 50_000);
  }

  @Test
  void dropsItsLines() {
    List<Line> lines = new ArrayList<>();
    fill(lines);
    assertEquals(50_000, lines.size());
  }

  @Test
  void dropsThemAfterwards() {
    fill(UNTIL_AFTER_EACH);
  }

  @Test
  @MaxVso(1000)
  void mayKeepALot() {
    fill(FORGOTTEN);
  }

  @Test
  @MaxVso(value = 2, spec = "no-such-spec")
  @MaxVso(1000)
  void namesAnUnknownSpec() {
    assertEquals(4, 2 + 2);
  }
}
