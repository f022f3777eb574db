package isl.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/**
 * What {@link MaxVso} needs in JUnit 4: {@code @Rule public final MaxVsoRule maxVso = new
 * MaxVsoRule();}. It judges after the test's {@code @After} methods, so that these can release what
 * the test made.
 */
public final class MaxVsoRule implements TestRule {
  private static final Set<String> COVERED = Collections.newSetFromMap(new ConcurrentHashMap<>());

  @Override
  public Statement apply(Statement base, Description test) {
    COVERED.add(test.getClassName());
    return new Statement() {
      @Override
      public void evaluate() throws Throwable {
        boolean opened = TestScope.open(scopeOf(test));
        try {
          base.evaluate();
          Limits.of(test.getTestClass(), annotationsOf(test)).check(scopeOf(test));
        } finally {
          if (opened) {
            TestScope.close();
          }
        }
      }
    };
  }

  static boolean covers(String className) {
    return COVERED.contains(className);
  }

  /** Without the index of a parameterised test: its invocations share a scope. */
  static String scopeOf(Description test) {
    String method = test.getMethodName();
    if (method == null) {
      return test.getDisplayName();
    }
    int index = method.indexOf('[');
    return TestScope.nameOf(test.getClassName(), index > 0 ? method.substring(0, index) : method);
  }

  private static AnnotatedElement annotationsOf(Description test) {
    return new AnnotatedElement() {
      @Override
      public <T extends Annotation> T getAnnotation(Class<T> type) {
        return test.getAnnotation(type);
      }

      @Override
      public Annotation[] getAnnotations() {
        return test.getAnnotations().toArray(new Annotation[0]);
      }

      @Override
      public Annotation[] getDeclaredAnnotations() {
        return getAnnotations();
      }

      @Override
      public String toString() {
        return test.getDisplayName();
      }
    };
  }
}
