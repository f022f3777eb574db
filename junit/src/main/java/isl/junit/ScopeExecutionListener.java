package isl.junit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Marks each test of the JUnit platform (JUnit 5, and JUnit 4 by the vintage engine) as a scope named
 * {@code package.Class.method}. Found by the platform itself when this jar is on the class path.
 * Invocations of one parameterised test share a scope.
 */
public final class ScopeExecutionListener implements TestExecutionListener {
  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      TestScope.open(scopeOf(test));
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest()) {
      TestScope.close();
    }
  }

  private static String scopeOf(TestIdentifier test) {
    TestSource source = test.getSource().orElse(null);
    if (source instanceof MethodSource) {
      MethodSource method = (MethodSource) source;
      return TestScope.nameOf(method.getClassName(), method.getMethodName());
    }
    return test.getLegacyReportingName();
  }
}
