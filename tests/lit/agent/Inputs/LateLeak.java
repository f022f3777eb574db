import java.util.ArrayList;
import java.util.List;

/**
 * A wide and deep structure that nobody uses is made first; its paths are long and each walk is dear, as the heap
 * is large. Then comes the leak, with a short path.
 */
final class LateLeak {
  static class Ring {}
  static final class Odd extends Ring { Ring inner; long a, b; }
  static final class Even extends Ring { Ring inner; long a, b; }
  static final class Order { long a, b, c, d, e, f; }

  static final List<Ring> settings = new ArrayList<>();
  static final List<Order> orders = new ArrayList<>();
  static byte[] page;

  static Ring nest(int depth) {
    Ring held = null;
    for (int i = 0; i < depth; i++) {
      if (i % 2 == 0) {
        Odd odd = new Odd();
        odd.inner = held;
        held = odd;
      } else {
        Even even = new Even();
        even.inner = held;
        held = even;
      }
    }
    return held;
  }

  static void work(int steps) {
    for (int i = 0; i < steps; i++) page = new byte[4096];
  }

  public static void main(String[] args) {
    for (int i = 0; i < 5000; i++) settings.add(nest(90));
    work(12_000);
    for (int round = 0; round < 30; round++) {
      for (int i = 0; i < 20_000; i++) orders.add(new Order());
      work(300);
    }
    work(8_000);
  }
}
