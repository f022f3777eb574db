package shop;

import static org.junit.Assert.assertEquals;

import isl.junit.MaxVso;
import isl.junit.MaxVsoRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;

/** The same as a test of JUnit 4. */
public class CartTest {
  static final class Line {
    long article;
    long count;
    long price;
    long total;
  }

  static final List<Line> FORGOTTEN = new ArrayList<>();
  static final List<Line> UNTIL_AFTER = new ArrayList<>();

  @Rule public final MaxVsoRule maxVso = new MaxVsoRule();

  static void fill(List<Line> lines) {
    for (int i = 0; i < 50_000; i++) {
      lines.add(new Line());
    }
  }

  @After
  public void clear() {
    UNTIL_AFTER.clear();
  }

  @Test
  @MaxVso(value = 2, spec = "leak")
  public void keepsItsLines() {
    fill(FORGOTTEN);
    assertEquals(0, FORGOTTEN.size() % 50_000);
  }

  @Test
  @MaxVso(2)
  public void dropsThemAfterwards() {
    fill(UNTIL_AFTER);
  }

  @Test
  public void keepsThemWithoutALimit() {
    fill(FORGOTTEN);
  }
}
