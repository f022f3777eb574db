// isl-test: temporary-objects check=manual max-vso=4
import java.util.ArrayList;
import java.util.List;

/** Walks over a plane that make a point for each step and drop it. ReusedSteps counts in two variables. */
final class ChurningSteps {
  static final class Point {
    final long x;
    final long y;

    Point(long x, long y) {
      this.x = x;
      this.y = y;
    }
  }

  private static final List<Point> visited = new ArrayList<>();
  private static Point at = new Point(0, 0);

  private static void step(long by) {
    // expect@+1: temporary-objects type=ChurningSteps$Point
    at = new Point(at.x + by, at.y - by);
  }

  public static void main(String[] args) {
    for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 400_000; i++) {
        step(i);
      }
      visited.add(at);
      isl.Amplifier.check();
    }
    System.out.println("visited " + visited.size() + ", digest " + Long.toHexString(at.x ^ at.y));
  }
}
