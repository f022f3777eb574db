package isl.junit;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What {@link MaxVso} does in JUnit 5; the annotation brings it along. It judges after the test's
 * {@code @AfterEach} methods, so that these can release what the test made.
 */
public final class MaxVsoExtension implements BeforeEachCallback, AfterEachCallback {
  private static final ExtensionContext.Namespace STORE =
      ExtensionContext.Namespace.create(MaxVsoExtension.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    if (TestScope.open(scopeOf(context))) {
      context.getStore(STORE).put("opened", true);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    try {
      if (!context.getExecutionException().isPresent()) {
        Limits.of(context.getRequiredTestClass(), context.getRequiredTestMethod())
            .check(scopeOf(context));
      }
    } finally {
      if (context.getStore(STORE).remove("opened") != null) {
        TestScope.close();
      }
    }
  }

  private static String scopeOf(ExtensionContext context) {
    return TestScope.nameOf(
        context.getRequiredTestClass().getName(), context.getRequiredTestMethod().getName());
  }
}
