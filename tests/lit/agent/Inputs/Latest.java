import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes fields in a known order, by several names for one field, and keeps a model of what the history
 * of the site holds then; prints the model's digest, which the spec compares with its own.
 */
final class Latest {
  static final int N = 7;

  static class Base {
    int a;
    long b;

    void setA(int v) {
      a = v;
    }

    void setB(long v) {
      b = v;
    }
  }

  static final class Sub extends Base {
    int a; // hides the other
    double d;

    void setOwnA(int v) {
      a = v;
    }

    void setBaseA(int v) {
      super.a = v;
    }

    void setBHere(long v) {
      b = v; // Sub.b by name
    }

    void setD(double v) {
      d = v;
    }
  }

  /** By field: two primitive fields of the base class, then those of the class itself. */
  static final long[] RINGS = new long[4 * N];
  static final int[] NEXT = new int[4];
  static int used;

  static void expect(int field, int high, int low) {
    int slot = field * N + NEXT[field];
    RINGS[slot] = high * 31L + low;
    NEXT[field] = (NEXT[field] + 1) % N;
    used = Math.max(used, slot + 1);
  }

  static void write(Sub o, int how, int v) {
    long wide = v * 0x123456789L;
    switch (how) {
      case 0 -> o.setA(v);
      case 1 -> o.setBaseA(v);
      case 2 -> ((Base) o).a = v;
      case 3 -> o.setB(wide);
      case 4 -> o.setBHere(wide);
      case 5 -> o.b = wide;
      case 6 -> o.setOwnA(v);
      case 7 -> o.a = v;
      default -> o.setD(v / 3.0);
    }
    if (how < 3) {
      expect(0, v, 0);
    } else if (how < 6) {
      expect(1, (int) (wide >>> 32), (int) wide);
    } else if (how < 8) {
      expect(2, v, 0);
    } else {
      long bits = Double.doubleToRawLongBits(v / 3.0);
      expect(3, (int) (bits >>> 32), (int) bits);
    }
  }

  public static void main(String[] args) {
    Random random = new Random(42);
    List<Sub> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(new Sub());
    }
    for (int i = 0; i < 300_000; i++) {
      write(all.get(random.nextInt(50)), random.nextInt(9), random.nextInt());
    }
    long digest = 0;
    for (int i = 0; i < used; i++) {
      digest = digest * 31 + RINGS[i];
    }
    Object[] waste = new Object[16];
    for (int i = 0; i < 40_000; i++) { // some checks
      waste[i & 15] = new byte[1024];
    }
    System.out.println((digest & 0x3fffffff) + " " + (all.size() == 50 && waste[0] != null));
  }
}
