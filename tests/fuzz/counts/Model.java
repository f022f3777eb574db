import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * An array that counts the accesses of its elements. What it holds lies outside of the heap, or in a list, so that a
 * model makes no events of its own.
 *
 * <p>A generated program exists twice, with arrays and with models in place of them. The model's failures are those of
 * Java: what the element is evaluated for comes before the checks of array and index, and those before the type's.
 */
final class Model {
  /** Z B S C I J F D: kinds of primitives; R: Ref, U: the array is really a Sub[]; A: int[]. */
  final char kind;

  final int length;
  private final ByteBuffer bits;
  private final List<Object> references;
  int reads;
  int writes;
  int digest; // of indices and values read, as the specs compute it

  Model(char kind, int length) {
    this.kind = kind;
    this.length = length;
    boolean primitive = kind != 'R' && kind != 'U' && kind != 'A';
    bits = primitive ? ByteBuffer.allocateDirect(8 * length) : null;
    references = primitive ? null : new ArrayList<>();
    for (int i = 0; !primitive && i < length; i++) {
      references.add(null);
    }
  }

  /** An array initialiser. */
  static Model of(char kind, long... values) {
    Model m = new Model(kind, values.length);
    for (int i = 0; i < values.length; i++) {
      m.put(i, kind == 'J' ? values[i] : narrow(kind, (int) values[i]));
    }
    m.writes = values.length;
    return m;
  }

  /** clone(): a new array, without accesses of elements. */
  Model copy() {
    Model m = new Model(kind, length);
    for (int i = 0; i < length; i++) {
      if (bits != null) {
        m.put(i, bits.getLong(8 * i));
      } else {
        m.references.set(i, references.get(i));
      }
    }
    return m;
  }

  private static int narrow(char kind, int v) {
    switch (kind) {
      case 'Z':
        return v & 1;
      case 'B':
        return (byte) v;
      case 'S':
        return (short) v;
      case 'C':
        return (char) v;
      default:
        return v;
    }
  }

  private void put(int i, long v) {
    bits.putLong(8 * i, v);
  }

  private void check(int i) {
    if (i < 0 || i >= length) {
      throw new ArrayIndexOutOfBoundsException(i);
    }
  }

  private long read(int i) {
    check(i);
    reads++;
    long v = bits.getLong(8 * i);
    int folded = kind == 'J' || kind == 'D' ? (int) (v >>> 32) + 3 * (int) v : (int) v;
    digest = digest * 31 + i * 7 + folded;
    return v;
  }

  private void write(int i, long v) {
    check(i);
    writes++;
    put(i, v);
  }

  int i(int i) {
    return (int) read(i);
  }

  void i(int i, int v) {
    write(i, narrow(kind, v));
  }

  /** x[i]++: the old value. */
  int inc(int i) {
    int old = i(i);
    i(i, old + 1);
    return old;
  }

  long j(int i) {
    return read(i);
  }

  void j(int i, long v) {
    write(i, v);
  }

  long incj(int i) {
    long old = read(i);
    write(i, old + 1);
    return old;
  }

  float f(int i) {
    return Float.intBitsToFloat((int) read(i));
  }

  void f(int i, float v) {
    write(i, Float.floatToRawIntBits(v));
  }

  double d(int i) {
    return Double.longBitsToDouble(read(i));
  }

  void d(int i, double v) {
    write(i, Double.doubleToRawLongBits(v));
  }

  private Object reference(int i) {
    check(i);
    reads++;
    digest = digest * 31 + i * 7;
    return references.get(i);
  }

  Ref r(int i) {
    return (Ref) reference(i);
  }

  void r(int i, Ref v) {
    check(i);
    if (kind == 'U' && v != null && !(v instanceof Sub)) {
      throw new ArrayStoreException();
    }
    writes++;
    references.set(i, v);
  }

  Model m(int i) {
    return (Model) reference(i);
  }

  void m(int i, Model v) {
    check(i);
    writes++;
    references.set(i, v);
  }
}

/** What arrays of references hold. */
class Ref {
  static final Ref BASE = new Ref(3);
  final int value;

  Ref(int value) {
    this.value = value;
  }

  static int of(Ref r) {
    return r == null ? 1 : r.value;
  }
}

final class Sub extends Ref {
  static final Sub ONE = new Sub();

  Sub() {
    super(5);
  }
}
