import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Returns arrays as what they are and as Object, objects and null; says whether they came back as they were. Fifty
 * objects that were returned are never used.
 */
final class Returns {
  static final class Item {
    int value;
  }

  private static final Object[] kept = new Object[1000];
  private static final Object[] never = new Object[50];

  static Object same(Object o) {
    return o;
  }

  static <T> T generic(T t) {
    return t;
  }

  static Cloneable asInterface(Cloneable c) {
    return c;
  }

  private static Object made(int kind, int length) {
    switch (kind) {
      case 0: return new byte[length];
      case 1: return new int[length];
      case 2: return new long[length];
      case 3: return new String[length];
      case 4: return new int[length][2];
      case 5: return null;
      default: return new Item();
    }
  }

  private static int lengthOf(Object o) {
    return o == null || o instanceof Item ? -1 : java.lang.reflect.Array.getLength(o);
  }

  public static void main(String[] args) {
    UnaryOperator<Object> lambda = o -> o;
    long wrong = 0;
    for (int i = 0; i < never.length; i++) {
      never[i] = same(new Item());
    }
    for (int round = 0; round < 60_000; round++) {
      int length = round % 40;
      Object o = made(round % 7, length);
      boolean array = round % 7 < 5;
      if (o instanceof byte[]) {
        Arrays.fill((byte[]) o, (byte) 7);
      }
      Object back = lambda.apply(generic(same(o)));
      if (array) {
        back = asInterface((Cloneable) back);
      }
      if (back != o || lengthOf(back) != (array ? length : -1)) {
        wrong++;
      }
      if (back instanceof byte[]) {
        for (byte b : (byte[]) back) {
          wrong += b == 7 ? 0 : 1;
        }
      }
      kept[round % kept.length] = back;
    }
    System.gc();
    for (int i = 0; i < kept.length; i++) {
      int round = 59_000 + i;
      wrong += lengthOf(kept[round % kept.length]) == (round % 7 < 5 ? round % 40 : -1) ? 0 : 1;
    }
    System.out.println("wrong " + wrong);
  }
}
