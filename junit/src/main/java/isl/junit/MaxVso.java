package isl.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fails a test that leaves too much unused memory behind.
 *
 * <p>When the test has passed, the agent tries out what the objects that it allocated and that are
 * still reachable come to if nobody uses them: {@code (live bytes + penalties) / live bytes}, the
 * penalties being those of the test's objects alone, after twice as many checks as the spec's history
 * is long. A value above {@link #value} fails the test. Sites below the agent's {@code min-site} do
 * not count.
 *
 * <p>On a class it holds for each of its tests; on a method it replaces what the class says about the
 * same spec. It needs nothing more in JUnit 5 and a {@link MaxVsoRule} in JUnit 4. Without an agent it
 * does nothing; an agent without {@code scopes=on} or without the spec makes it inconclusive, which is
 * said on stderr.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Repeatable(MaxVso.All.class)
@ExtendWith(MaxVsoExtension.class)
public @interface MaxVso {
  /** The highest VSO allowed; 1.0 means that nothing may be left behind. */
  double value();

  /** Name of the spec; empty means every spec of the agent. */
  String spec() default "";

  /** Several limits at one place. */
  @Documented
  @Inherited
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.METHOD})
  @ExtendWith(MaxVsoExtension.class)
  @interface All {
    MaxVso[] value();
  }
}
