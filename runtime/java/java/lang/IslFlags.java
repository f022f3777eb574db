package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Stable;

/**
 * What IslRT does for touches, where a spec keeps flags in the word of an object: uses and returns step them.
 *
 * <p>Present only where a spec does.
 */
public final class IslFlags {
  private static final int EPOCH_BITS = 11;
  private static final int EPOCH_MASK = (1 << EPOCH_BITS) - 1;

  // Flags of the object in its word, by their code (see runtime/store/FlagCodes.h), stepped through tables
  // of sixteen times four bits: the code after, by the code before and, from 8 on, "touched in this epoch
  // already".
  private static final int FLAG_SHIFT = 28;
  private static final int FLAGS = 7;
  private static final int BELOW_FLAGS = (1 << FLAG_SHIFT) - 1;
  // Set for good when the VM is ready: constants to the JIT compilers from then on.
  @Stable static long onUse;
  @Stable static long onReturn;
  @Stable static int firstReturn;

  // A word that names a record (below 0) has the highest bit of the code in its place; the two others are in a byte
  // for each record. So what is told by that bit needs no look at the byte.
  private static final int HIGH_FLAG = 4;
  private static final int RECORD_MASK = (1 << 19) - 1;
  /** Where these bytes are, in native memory; 0: no word names a record. */
  @Stable static long recordCodes;

  /** What the bits below of a word are where another use in this epoch changes nothing; below 0: every use may. */
  static int quietWord;

  private static final int QUIET_MASK = EPOCH_MASK | HIGH_FLAG << FLAG_SHIFT;

  private IslFlags() {}

  /** As IslRT.touch, where the object has flags. */
  public static void use(IslObj o) {
    if (o != null) {
      int quiet = quietWord;
      int w = o.$isl;
      if (((w ^ quiet) & QUIET_MASK) != 0 || quiet < 0) {
        int e = quiet & EPOCH_MASK;
        int current = ((w ^ e) & EPOCH_MASK) == 0 ? 8 : 0;
        set(o, w & ~EPOCH_MASK | e, (int) (onUse >>> ((codeIn(w) | current) << 2)) & FLAGS);
      }
    }
  }

  private static int codeIn(int w) {
    Unsafe u = unsafe;
    return w >= 0 ? w >>> FLAG_SHIFT : w >>> FLAG_SHIFT & HIGH_FLAG | (u != null ? u.getByte(codeAt(w)) : 0);
  }

  private static long codeAt(int w) {
    return recordCodes + (w >>> EPOCH_BITS & RECORD_MASK);
  }

  /** The object's word becomes this one, but for its flags. */
  private static void set(IslObj o, int w, int code) {
    if (w >= 0) {
      o.$isl = code << FLAG_SHIFT | w & BELOW_FLAGS;
    } else {
      Unsafe u = unsafe;
      if (u != null) {
        u.putByte(codeAt(w), (byte) (code & ~HIGH_FLAG));
      }
      o.$isl = w & ~(HIGH_FLAG << FLAG_SHIFT) | (code & HIGH_FLAG) << FLAG_SHIFT;
    }
  }

  /** As use, where every step writes the bits of quietWord and nothing else: the size of a touch. */
  public static void useSets(IslObj o) {
    if (o != null) {
      int quiet = quietWord;
      int w = o.$isl;
      if (((w ^ quiet) & QUIET_MASK) != 0) {
        o.$isl = (w & ~QUIET_MASK) | quiet;
      }
    }
  }

  /** As use, of what a library method is asked to access; it may be an array, which has no word. */
  public static void useAny(IslObj o) {
    if (o != null && !o.getClass().isArray()) {
      use(o);
    }
  }

  /** As useSets, likewise. */
  public static void useSetsAny(IslObj o) {
    if (o != null && !o.getClass().isArray()) {
      useSets(o);
    }
  }

  // Set for good when the VM is ready, in this order. Unsafe.getUnsafe() itself may come through here.
  /** Where objects have their word. */
  @Stable private static long wordOffset;
  @Stable private static Unsafe unsafe;

  static void findWord() {
    Unsafe u = Unsafe.getUnsafe();
    wordOffset = u.objectFieldOffset(Object.class, "$isl");
    unsafe = u;
  }

  /**
   * The word of an object, the length of an array, which lies at the same place behind the header (whatever its size,
   * see WordLayout); before the VM is ready 0. Whether it is an array takes loads
   * that depend on each other (its class, the class object, the component type) and that few compilers fold, so
   * whoever may have one asks that last.
   */
  private static int wordOrLength(Object o) {
    Unsafe u = unsafe;
    return u != null ? u.getInt(o, wordOffset) : 0;
  }

  /** The object is about to be returned; it may be an array, which has no word. */
  public static void returned(IslObj o) {
    if (o != null) {
      int w = wordOrLength(o); // a length is not below 0
      int code = w < 0 ? codeIn(w) : w >>> FLAG_SHIFT;
      int next = (int) (onReturn >>> (code << 2)) & FLAGS;
      if (next != code && !o.getClass().isArray()) {
        set(o, o.$isl, next);
      }
    }
  }

  /** As returned, where only the first return of an object without flags changes them, to firstReturn. */
  public static void returnedFirst(IslObj o) {
    if (o != null) {
      int flags = wordOrLength(o) >>> FLAG_SHIFT;
      if (flags == 0 && !o.getClass().isArray()) {
        int w = o.$isl; // the same to compiled code; what another thread may have stepped meanwhile stays as it is
        if (w >>> FLAG_SHIFT == 0) {
          o.$isl = w | firstReturn;
        }
      } else if (flags > FLAGS && recordCodes != 0) {
        returned(o);
      }
    }
  }

  /** The object is complete: what its constructors did with it is no use and no return. Its birth left that to us. */
  public static void fresh(IslObj o) {
    int w = o.$isl;
    if (w >>> FLAG_SHIFT != 0) {
      set(o, w, 0);
    }
  }

  /** As IslRT.bornSeq, for an object that may have been returned, and stepped, on its way here. */
  public static void bornKept(IslObj o, int site) {
    int flags = o.$isl & ~BELOW_FLAGS;
    IslRT.bornSeq(o, site);
    o.$isl |= flags;
  }

  public static void bornKeptLib(IslObj o, int site) {
    int flags = o.$isl & ~BELOW_FLAGS;
    IslRT.bornLibSeq(o, site);
    o.$isl |= flags;
  }
}
