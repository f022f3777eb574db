// isl-test: temporary-objects check=manual max-vso=4
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The walks of ChurningSteps, with a point where one is kept alone. */
final class ReusedSteps {
  static final class Point {
    final long x;
    final long y;

    Point(long x, long y) {
      this.x = x;
      this.y = y;
    }
  }

  private static final List<Point> visited = new ArrayList<>();
  private static long x;
  private static long y;

  private static void step(long by) {
    x += by;
    y -= by;
  }

  public static void main(String[] args) {
    for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 400_000; i++) {
        step(i);
        if (i % 16 == 0) visited.add(new Point(x, y));
      }
      isl.Amplifier.check();
    }
    System.out.println("visited " + visited.size() + ", digest " + Long.toHexString(x ^ y));
  }
}
