import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Accesses elements of arrays; int[0] and int[1] say how often their array was read and written. */
final class Elements {
  private static final List<Object> KEPT = new ArrayList<>();
  private static long sum;

  private static <T> T keep(T array) {
    KEPT.add(array);
    return array;
  }

  private static void expect(int[] a, int reads, int writes) {
    a[0] = reads;
    a[1] = writes + 2;
  }

  private static void arguments(int[] a, int[] b) {
    for (int i = 0; i < 30; i++) {
      sum += a[i] + b[i + 1] + b[i];
    }
    expect(a, 30, 0);
    expect(b, 60, 0);
  }

  private static void joined(int[] a, int[] b, boolean turned) {
    int[] x = a;
    int[] y = b;
    if (turned) {
      x = b;
      y = a;
    }
    for (int i = 2; i < 30; i++) {
      x[i] = i;
      x[i] += y[i] + y[i - 1];
    }
    expect(x, 28, 56);
    expect(y, 56, 0);
  }

  /** One of the arrays is not accessed at all. */
  private static void rarely(int[] a, int n) {
    int[] unused = new int[40];
    for (int i = 0; i < 30; i++) {
      if (i > n) {
        sum += unused[i];
      }
      sum += a[i];
    }
    expect(a, 30, 0);
  }

  private static void store(CharSequence[] texts) {
    for (int i = 0; i < 30; i++) {
      try {
        texts[i] = i % 3 == 0 ? new StringBuilder() : i % 3 == 1 ? null : "text";
      } catch (ArrayStoreException e) {
        sum++;
      }
    }
  }

  public static void main(String[] args) {
    for (int round = 0; round < 100; round++) {
      arguments(keep(new int[40]), keep(new int[40]));
      joined(keep(new int[40]), keep(new int[40]), round % 2 == 0);
      rarely(keep(new int[40]), 50);
      store(keep(new String[31]));
      store(keep(new CharSequence[32]));
      store(keep(new String[31]));
    }
    List<byte[]> garbage = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      garbage.add(new byte[1 << 20]);
      garbage.clear();
    }
    int texts = KEPT.stream().mapToInt(a -> a instanceof CharSequence[] ? 1 : 0).sum();
    ByteBuffer direct = ByteBuffer.allocateDirect(16).putInt(4).putInt(9);
    System.out.println("ints " + (KEPT.size() - texts) + ", texts " + texts + ", direct " + direct.position());
  }
}
