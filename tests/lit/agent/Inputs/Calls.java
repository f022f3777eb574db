import isl.Amplifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Allocates a known number of items under each of a few call chains, and asks for two checks. */
final class Calls {
  static final class Item {
    long a;
    long b;
  }

  static final class Built {
    final Item item;

    Built() {
      item = new Item();
    }
  }

  static final List<Object> kept = new ArrayList<>();
  static final Map<Integer, Item> computed = new HashMap<>();

  static void direct() {
    kept.add(new Item());
  }

  static void a() {
    b();
  }

  static void b() {
    kept.add(new Item());
  }

  static void c(int n) {
    kept.add(new Item());
  }

  static void c(long n) {
    kept.add(new Item());
  }

  static Item lambda(int n) {
    return new Item();
  }

  static void build() {
    kept.add(new Built());
  }

  static synchronized void work() {
    for (int i = 0; i < 70; i++) kept.add(new Item());
  }

  static void fails(int depth) {
    if (depth == 0) throw new IllegalStateException();
    fails(depth - 1);
  }

  public static void main(String[] args) throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      try {
        fails(i);
      } catch (IllegalStateException expected) {
        continue;
      }
    }
    for (int i = 0; i < 100; i++) direct();
    for (int i = 0; i < 200; i++) a();
    for (int i = 0; i < 300; i++) c(i);
    for (int i = 0; i < 400; i++) c((long) i);
    for (int i = 0; i < 50; i++) build();
    for (int i = 0; i < 80; i++) computed.computeIfAbsent(i, Calls::lambda);
    Thread thread = new Thread(Calls::work);
    thread.start();
    thread.join();
    Amplifier.check();
    Amplifier.check();
    System.out.println(kept.size() + computed.size());
  }
}
