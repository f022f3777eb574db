import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes elements of arrays of int in loops of every shape, and notes in each array how often: element 0
 * is the number of reads, element 1 that of writes, these two included.
 */
final class Loops {
  private static final List<int[]> KEPT = new ArrayList<>();
  private static long sum;
  private static double real = 1;

  private static int[] array(int length) {
    int[] a = new int[length];
    KEPT.add(a);
    return a;
  }

  private static void expect(int[] a, int reads, int writes) {
    a[0] = reads;
    a[1] = writes + 2;
  }

  private static final class Holder {
    int[] elements = array(100);
    final int[] others = array(100);
  }

  private static void fields(Holder h) {
    for (int i = 0; i < h.elements.length; i++) {
      sum += h.elements[i] * h.others[99 - i];
    }
    expect(h.elements, 100, 0);
    expect(h.others, 100, 0);
  }

  private static void plain(int[] a) {
    for (int i = 0; i < a.length; i++) {
      sum += a[i];
    }
    for (int v : a) {
      sum += v;
    }
    expect(a, 2 * a.length, 0);
  }

  private static int found(int[] a, int at) {
    for (int i = 0; i < a.length; i++) {
      if (a[i] == 0 && i == at) {
        return i;
      }
    }
    return -1;
  }

  private static void jumps(int[] a) {
    outer:
    for (int i = 0; i < 10; i++) {
      for (int k = 0; k < 10; k++) {
        if (k == 5) {
          continue;
        }
        sum += a[k];
        if (k == 7) {
          continue outer;
        }
        if (i == 9 && k == 3) {
          break outer;
        }
      }
    }
    expect(a, 9 * 7 + 4, 0);
  }

  private static void beyond(int[] a) {
    try {
      for (int i = 0; ; i++) {
        sum += a[i];
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      expect(a, a.length, 0);
    }
  }

  private static void escapes(int[] a) {
    for (int i = 0; i <= a.length; i++) {
      a[i] = i;
    }
  }

  private static void inside(int[] a) {
    int caught = 0;
    for (int i = -3; i < a.length; i++) {
      try {
        sum += a[i];
      } catch (ArrayIndexOutOfBoundsException e) {
        caught++;
      } finally {
        real += 1;
      }
    }
    expect(a, a.length, caught - 3);
  }

  private static void vanishes(int[] a) {
    int[] at = a;
    try {
      for (int i = 0; i < a.length; i++) {
        sum += at[i];
        if (i == 40) {
          at = null;
        }
      }
    } catch (NullPointerException e) {
      expect(a, 41, 0);
    }
  }

  private static void alternate(int[] a, int[] b) {
    for (int i = 0; i < 100; i++) {
      int[] x = i % 3 == 0 ? a : b;
      x[i] = x[99 - i] + 1;
    }
    for (int i = 0; i < 10; i++) {
      sum += a[i];
      int[] swapped = a;
      a = b;
      b = swapped;
    }
    expect(a, 34 + 5, 34);
    expect(b, 66 + 5, 66);
  }

  private static void compound(int[] a, long l, double d) {
    for (int i = 0; i < 50; i++) {
      a[i] += i;
      a[i]++;
      real = d * a[i] + l * real % 3;
      d += 0.5;
    }
    expect(a, 150, 100);
  }

  private static void endless(int[] a) {
    boolean done = false;
    int i = 0;
    while (!done) {
      sum += a[i & 7];
      i = i + 1;
      done = i == 3_000_000;
    }
    expect(a, 3_000_000, 0);
  }

  private static void bottom(int[] a) {
    int i = 0;
    do {
      switch (i % 4) {
        case 0:
          sum += a[i];
          break;
        case 1:
          a[i] = 1;
          break;
        default:
          sum += a[0] + a[1];
      }
    } while (++i < 100);
    expect(a, 25 + 100, 25);
  }

  private static synchronized void sort(int[] a) {
    int reads = 0;
    int writes = 0;
    for (int i = 0; i < a.length; i++) {
      a[i] = i * 7919 % 1000;
    }
    for (int i = 1; i < a.length; i++) {
      int value = a[i];
      int at = i;
      while (at > 0 && a[at - 1] > value) {
        a[at] = a[at - 1];
        at--;
        reads += 2;
        writes++;
      }
      reads += at > 0 ? 2 : 1;
      a[at] = value;
      writes++;
    }
    expect(a, reads, writes + a.length);
  }

  private static void many(int[] a) {
    for (int i = 0; i < 10; i++) { sum += a[i]; }
    for (int i = 0; i < 10; i++) { sum += a[i] + a[i + 1] + a[i + 2]; }
    for (int i = 0; i < 10; i++) { a[i] = i; a[i + 1] = i; a[i + 2] = i; }
    for (int i = 0; i < 10; i++) { sum += a[i] + a[i + 1] + a[i + 2] + a[i + 3]; }
    for (int i = 0; i < 10; i++) { sum += a[a[i] & 7]; }
    for (int i = 0; i < 10; i++) {
      sum += a[i] + a[i + 1] + a[i + 2] + a[i + 3] + a[i + 4] + a[i + 5] + a[i + 6] + a[i + 7] + a[i + 8];
    }
    Runnable lambda = () -> {
      for (int i = 0; i < 10; i++) { sum += a[i]; }
    };
    lambda.run();
    expect(a, 10 + 30 + 40 + 20 + 90 + 10, 30);
  }

  private static void one(int round) {
    plain(array(100));
    fields(new Holder());
    int[] a = array(100);
    expect(a, found(a, 60) + 1, 0);
    jumps(array(100));
    beyond(array(100));
    int[] escaping = array(100);
    try {
      escapes(escaping);
    } catch (ArrayIndexOutOfBoundsException e) {
      expect(escaping, 0, 100);
    }
    inside(array(100));
    vanishes(array(100));
    alternate(array(100), array(100));
    compound(array(100), round, round);
    bottom(array(100));
    sort(array(100));
    many(array(100));
  }

  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    for (int round = 0; round < rounds; round++) {
      one(round);
    }
    endless(array(100));
    List<byte[]> garbage = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      garbage.add(new byte[1 << 20]);
      garbage.clear();
    }
    System.out.println("arrays " + KEPT.size() + ", " + (sum + (long) real != 0));
  }
}
