import java.util.ArrayList;
import java.util.List;

/**
 * A few megabytes live, then a sequence of actions: `alloc:MB` of garbage, `hold:THOUSANDS` of objects for good,
 * `full` (System.gc), `sleep:MS`, `check` (isl.Amplifier, when it is on the class path).
 */
final class Policy {
  static final List<Object[]> live = new ArrayList<>();
  static final List<Object> held = new ArrayList<>();
  static byte[] garbage;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 2000; i++) live.add(new Object[] {new int[100], "entry " + i});
    for (String action : args) {
      int colon = action.indexOf(':');
      String name = colon < 0 ? action : action.substring(0, colon);
      int number = colon < 0 ? 0 : Integer.parseInt(action.substring(colon + 1));
      switch (name) {
        case "alloc":
          for (int i = 0; i < number * 64; i++) garbage = new byte[16 << 10];
          break;
        case "hold":
          for (int i = 0; i < number * 1000; i++) held.add(new Object());
          break;
        case "full":
          System.gc();
          Thread.sleep(150); // the check that reuses it is another thread's
          break;
        case "sleep":
          Thread.sleep(number);
          break;
        case "check":
          Class.forName("isl.Amplifier").getMethod("check").invoke(null);
          break;
        default:
          throw new IllegalArgumentException(action);
      }
    }
  }
}
