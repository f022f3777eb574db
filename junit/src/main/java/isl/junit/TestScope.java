package isl.junit;

import isl.Amplifier;

/**
 * The scope of the test that the thread runs. Listeners, extension and rule may all be active for one
 * test; the first to come opens the scope and closes it, the others find it open.
 */
final class TestScope {
  private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

  private TestScope() {}

  static String nameOf(String className, String method) {
    return className + "." + method;
  }

  /** True when this call opened the scope, so that the caller has to close it. */
  static boolean open(String name) {
    if (name.equals(CURRENT.get())) {
      return false;
    }
    CURRENT.set(name);
    Amplifier.begin(name);
    return true;
  }

  static void close() {
    if (CURRENT.get() != null) {
      CURRENT.remove();
      Amplifier.end();
    }
  }
}
