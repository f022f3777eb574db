import java.util.ArrayList;
import java.util.List;

/**
 * Runs generated programs, and writes into the end of each array how often it was accessed, for the spec to compare.
 *
 * <p>usage: Counts ROUNDS THREADS PROGRAM...
 */
final class Counts {
  /** What a generated program offers, as itself and as its model. */
  interface Program {
    long real(Counts c, int variant);

    long model(Counts c, int variant);
  }

  private static final int VARIANTS = 3;
  private static final int MAGIC = 0xa5c3e1;
  private static final List<Object> KEPT = new ArrayList<>();

  private final List<Object> made = new ArrayList<>();
  private final List<Model> models = new ArrayList<>();

  // What a program makes, in the order of its model.

  <T> T keep(T array) {
    if (array instanceof Model) {
      models.add((Model) array);
    } else {
      made.add(array);
    }
    return array;
  }

  private static int width(char kind) { // bits that an element takes
    switch (kind) {
      case 'Z':
      case 'R':
      case 'U':
      case 'A':
        return 1;
      case 'B':
        return 6;
      case 'S':
      case 'C':
        return 12;
      default:
        return 24;
    }
  }

  /** Elements at the end of an array that belong to its account. */
  static int tail(char kind) {
    return 4 * (24 / width(kind));
  }

  /** Reads what the program left, then closes the account; a sum of the elements. */
  private static long close(Object array, Model m) {
    char kind = m.kind;
    int end = m.length - tail(kind);
    long sum = 0;
    for (int i = 0; i < end; i++) {
      sum = sum * 31 + element(array, kind, i) - modelled(m, i);
    }
    int width = width(kind);
    int[] account = {m.reads, m.writes + tail(kind), m.digest, MAGIC};
    int at = end;
    for (int value : account) {
      for (int shift = 0; shift < 24; shift += width) {
        put(array, kind, at++, value >>> shift & (1 << width) - 1);
      }
    }
    return sum;
  }

  private static long element(Object array, char kind, int i) {
    switch (kind) {
      case 'Z':
        return ((boolean[]) array)[i] ? 1 : 0;
      case 'B':
        return ((byte[]) array)[i];
      case 'S':
        return ((short[]) array)[i];
      case 'C':
        return ((char[]) array)[i];
      case 'I':
        return ((int[]) array)[i];
      case 'J':
        return ((long[]) array)[i];
      case 'F':
        return Float.floatToRawIntBits(((float[]) array)[i]);
      case 'D':
        return Double.doubleToRawLongBits(((double[]) array)[i]);
      case 'A':
        return ((int[][]) array)[i] == null ? 1 : 0;
      default:
        return Ref.of(((Ref[]) array)[i]);
    }
  }

  private static long modelled(Model m, int i) {
    switch (m.kind) {
      case 'J':
      case 'D':
        return m.j(i);
      case 'A':
        return m.m(i) == null ? 1 : 0;
      case 'R':
      case 'U':
        return Ref.of(m.r(i));
      default:
        return m.i(i);
    }
  }

  private static void put(Object array, char kind, int i, int v) {
    switch (kind) {
      case 'Z':
        ((boolean[]) array)[i] = v != 0;
        break;
      case 'B':
        ((byte[]) array)[i] = (byte) v;
        break;
      case 'S':
        ((short[]) array)[i] = (short) v;
        break;
      case 'C':
        ((char[]) array)[i] = (char) v;
        break;
      case 'I':
        ((int[]) array)[i] = v;
        break;
      case 'J':
        ((long[]) array)[i] = v;
        break;
      case 'F':
        ((float[]) array)[i] = v;
        break;
      case 'D':
        ((double[]) array)[i] = v;
        break;
      case 'A':
        ((int[][]) array)[i] = v != 0 ? NOTHING : null;
        break;
      default:
        ((Ref[]) array)[i] = v != 0 ? Sub.ONE : null;
    }
  }

  private static final int[] NOTHING = {};

  /** Runs real and model for one variant; the same result is expected of both. */
  private static long both(Program p, int variant) {
    Counts c = new Counts();
    long real = p.real(c, variant);
    long model = p.model(c, variant);
    long sum = 0;
    if (c.made.size() != c.models.size() || real != model) {
      throw new IllegalStateException(p.getClass() + " " + variant + ": " + real + ", the model " + model + ", "
          + c.made.size() + " and " + c.models.size() + " arrays");
    }
    for (int i = 0; i < c.made.size(); i++) {
      sum |= close(c.made.get(i), c.models.get(i));
    }
    if (sum != 0) {
      throw new IllegalStateException(p.getClass() + " " + variant + ": elements are not those of the model");
    }
    synchronized (KEPT) {
      KEPT.addAll(c.made);
    }
    return real;
  }

  /** The first round also initialises the program's classes, which counts as well. */
  private static long rounds(Program p, int rounds) {
    long sum = 0;
    for (int round = 0; round < rounds; round++) {
      sum = sum * 31 + both(p, round % VARIANTS);
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    Thread[] threads = new Thread[Integer.parseInt(args[1])];
    long[] sums = new long[args.length];
    for (int t = 0; t < threads.length; t++) {
      int first = 2 + t;
      threads[t] = new Thread(() -> {
        for (int i = first; i < args.length; i += threads.length) {
          try {
            sums[i] = rounds((Program) Class.forName(args[i]).getDeclaredConstructor().newInstance(), rounds);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        }
      });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<StringBuilder> garbage = new ArrayList<>();
    for (int i = 0; i < 64; i++) { // some checks
      garbage.add(new StringBuilder(1 << 19));
      garbage.clear();
    }
    for (int i = 2; i < args.length; i++) {
      System.out.println(args[i] + " " + sums[i]);
    }
    int[] kinds = new int[128];
    for (Object array : KEPT) {
      kinds[array.getClass().getName().charAt(1)]++;
    }
    for (int i = 0; i < kinds.length; i++) {
      if (kinds[i] > 0) {
        System.out.println("arrays " + (char) i + " " + kinds[i]);
      }
    }
  }
}
