package isl.junit;

import isl.Amplifier;
import org.junit.runner.Description;
import org.junit.runner.notification.RunListener;

/**
 * Marks each test of JUnit 4 as a scope named {@code package.Class.method}. Register it with the
 * runner, for Surefire by its property {@code listener}. A listener of JUnit 4 cannot fail a test;
 * {@link MaxVso} needs a {@link MaxVsoRule} in the test class.
 */
@RunListener.ThreadSafe
public final class ScopeRunListener extends RunListener {
  @Override
  public void testStarted(Description test) {
    TestScope.open(MaxVsoRule.scopeOf(test));
  }

  @Override
  public void testFinished(Description test) {
    TestScope.close();
    boolean limited = test.getAnnotation(MaxVso.class) != null
        || test.getAnnotation(MaxVso.All.class) != null
        || test.getTestClass() != null
            && test.getTestClass().getAnnotationsByType(MaxVso.class).length > 0;
    if (limited && Amplifier.attached() && !MaxVsoRule.covers(test.getClassName())) {
      Limits.say("@MaxVso in " + test.getClassName() + " is not checked: JUnit 4 needs"
          + " `@Rule public final MaxVsoRule maxVso = new MaxVsoRule();` in the class");
    }
  }
}
