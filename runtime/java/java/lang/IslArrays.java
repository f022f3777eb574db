package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Stable;

/**
 * Arrays, for handlers that run for every event. They have no word: the agent keeps a table of those that are
 * tracked, by identity hash.
 *
 * <p>Present beside IslEvents.
 */
public final class IslArrays {
  /** Open hash table of the arrays that are tracked: mask, then pairs of identity hash and, above it, word. */
  static long arrays;

  /** Elements of the shortest array that a spec tracks. */
  @Stable private static int leastLength;

  // Arrays that matter from the moment that an object on their path refers to them.
  /** In a site: what is made here becomes known when it is stored on a path. */
  private static final int FAR = 1;
  /** An array came to its path that had not been known from its birth: from now on all are. */
  static boolean allArrays;
  /** By key: stores that turned out to put nothing on a path. Grows, null at first. */
  static byte[] elsewhere;

  private static final int UNLOCKED = 1;
  private static final int HASH_MASK = 0x7fffffff;

  // Set for good by probe().
  /** Where the mark word of an unlocked object has its identity hash; differs between VMs. */
  @Stable private static int hashShift;
  /** Bits of the mark word that tell whether it is unlocked; as 0 they never do. */
  @Stable private static long lockBits;

  /** Finds out where this VM keeps the hash; without an answer every look-up asks for it. */
  static void probe() {
    lengthOf(new int[0]); // a native: the VM links it here, before there are events
    for (int shift = 0; shift <= 33; shift++) {
      boolean right = true;
      for (int i = 0; i < 4 && right; i++) {
        Object o = new int[1];
        Unsafe u = Unsafe.getUnsafe();
        right = ((u.getLong(o, 0L) >>> shift) & HASH_MASK) == 0;
        int hash = System.identityHashCode(o);
        long mark = u.getLong(o, 0L);
        right = right && (mark & 3) == UNLOCKED && ((int) (mark >>> shift) & HASH_MASK) == hash;
      }
      if (right) {
        hashShift = shift;
        lockBits = 3;
        return;
      }
    }
  }

  private IslArrays() {}

  // Births, and stores to fields.

  /** A new array, made by a class of the program; `a` may be one that is known already. */
  public static void bornArray(Object a, int site) {
    arrayAt(a, site, false);
  }

  public static void bornArrayLib(Object a, int site) {
    arrayAt(a, site, true);
  }

  /** As bornArray, for arrays of arrays that were made with their elements. */
  public static void bornArrays(Object a, int site) {
    arraysAt(a, site, false);
  }

  public static void bornArraysLib(Object a, int site) {
    arraysAt(a, site, true);
  }

  private static void arraysAt(Object a, int site, boolean library) {
    if ((site & FAR) != 0 && !allArrays) {
      return;
    }
    arrayAt(a, site, library);
    if (IslRT.epoch == 0 || !(a instanceof Object[])) {
      return;
    }
    Object[] elements = (Object[]) a;
    for (int i = 0; i < elements.length && elements[i] != null; i++) {
      arraysAt(elements[i], site, library);
    }
  }

  private static void arrayAt(Object a, int site, boolean library) {
    int e = IslRT.epoch;
    if (e == 0 || a == null || (site & FAR) != 0 && !allArrays || isShort(a) || arrayWord(a) != 0) {
      return;
    }
    int s = IslRT.siteNow(site & ~FAR, library);
    if (s == 0) {
      return;
    }
    int length = a.getClass() == Object[].class ? lengthOf(a) : -1;
    int w = admitArray(a, s | e, System.identityHashCode(a), length);
    if (w != 0 && IslEvents.allocKey != 0) {
      IslEvents.log(IslEvents.allocKey, w, 0, 0, 0);
    }
  }

  private static boolean isShort(Object a) {
    return leastLength != 0 && lengthOf(a) < leastLength;
  }

  private static int lengthOf(Object array) {
    return array instanceof Object[] ? ((Object[]) array).length : java.lang.reflect.Array.getLength(array);
  }

  /** The value is about to be stored to a field; `key` names the field's class. */
  public static void stored(Object v, int key) {
    if (v == null || allArrays || IslRT.epoch == 0) {
      return;
    }
    byte[] known = elsewhere;
    boolean matters = known == null || key >= known.length || known[key] == 0;
    boolean foreign = matters && v.getClass().isArray() && lengthOf(v) >= Math.max(leastLength, 1)
        && arrayWord(v) == 0;
    if (foreign && !IslRT.inHousekeeping()) { // whose arrays nobody follows
      admitStored(v, key);
    }
  }

  // Accesses of elements.

  /** The store does not fail for the type of its value; what was read always fits. */
  static boolean fits(Object a, Object v) {
    return v == null || a.getClass().getComponentType().isInstance(v);
  }

  static boolean mayBeKnown(long mark) {
    return (mark & lockBits) != UNLOCKED || ((int) (mark >>> hashShift) & HASH_MASK) != 0;
  }

  static int elementWord(Object a, int index) {
    if (a == null || IslRT.epoch == 0) {
      return 0;
    }
    int w = arrayWord(a);
    return w == 0 || index < 0 || index >= lengthOf(a) ? 0 : w;
  }

  /**
   * Arrays have no word: the identity hash finds theirs. Tracked ones got a hash at their birth, and an
   * array without one says so in its mark word at no cost.
   */
  static int arrayWord(Object a) {
    Unsafe u = Unsafe.getUnsafe();
    long mark = u.getLong(a, 0L);
    int hash = (mark & lockBits) == UNLOCKED
        ? (int) (mark >>> hashShift) & HASH_MASK
        : System.identityHashCode(a);
    if (hash == 0) {
      return 0;
    }
    long table = arrays;
    int mask = u.getInt(table);
    for (int i = hash & mask; ; i = (i + 1) & mask) {
      // Both at once: two reads could come in either order.
      long pair = u.getLong(table + 8 + (long) i * 8);
      int key = (int) pair;
      if (key == hash) {
        return (int) (pair >>> 32);
      }
      if (key == 0) {
        return 0;
      }
    }
  }

  /** A new array: the agent keeps it when a spec tracks it. Length: of an Object[], else -1. */
  private static native int admitArray(Object a, int word, int hash, int length);

  /** An array that is not known is about to be stored to a field. */
  private static native void admitStored(Object a, int key);
}
