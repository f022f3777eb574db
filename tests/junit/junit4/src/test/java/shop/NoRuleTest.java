package shop;

import isl.junit.MaxVso;
import org.junit.Test;

/** Says {@code @MaxVso} and lacks the rule that would check it. */
@MaxVso(2)
public class NoRuleTest {
  @Test
  public void runs() {}
}
