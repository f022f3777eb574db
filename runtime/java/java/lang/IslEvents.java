package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * What rewritten bytecode calls for handlers that run for every event. Present only where there is one.
 *
 * <p>An event is five ints at the end of its thread's log, in native memory: the key of the accessed
 * member, the word of the object, and three that depend on the kind. The agent runs the handlers when
 * the log is full and before each check. Here nothing is allocated, locked or called out for, but for
 * the first event of an object that needs a record, and when a log is full.
 *
 * <p>Logs belong to carrier threads: no virtual thread is unmounted between two statements below.
 */
public final class IslEvents {
  private static final int EPOCH_BITS = 11;

  // Codes of `admission`; see runtime/events/Admission.h.
  private static final int CODE_MASK = 3;
  private static final int NEVER = 1;
  private static final int PLAIN = 2;
  private static final int PROVISIONAL = 4;

  /** In a key: the handler compares references, so they need an identity. */
  private static final int WANTS_IDENTITY = 1 << 30;

  /** Word of a value that no spec tracks. */
  private static final int UNTRACKED = 1;

  // Of a log: bytes in use at its start; the events begin behind its head.
  private static final long NO_LOG = -1;
  static final int HEAD_BYTES = 24;
  static final int ENTRY_BYTES = 20;
  private static final int LOG_BYTES = 1024 * ENTRY_BYTES;

  /** By site: whether its objects are tracked and need a record. Grows, never null after VMInit. */
  static byte[] admission;

  /** The VM has virtual threads. */
  private static boolean carriers;

  /** Open hash table of the arrays that are tracked: mask, then pairs of identity hash and word. */
  static long arrays;

  private static final int UNLOCKED = 1;
  private static final int HASH_MASK = 0x7fffffff;

  /** Where the mark word of an unlocked object has its identity hash; differs between VMs. */
  private static int hashShift;
  /** Bits of the mark word that tell whether it is unlocked; as -1 they never do. */
  private static long lockBits = -1;

  /** Finds out where this VM keeps the hash; without an answer every look-up asks for it. */
  static void probe() {
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

  /** Key of on_alloc events, 0: nobody wants them. */
  static int allocKey;

  private IslEvents() {}

  // Birth. An object gets its word at the end of Object's constructor, so that what its own
  // constructors do to it is seen.

  /** The program is about to construct an object of this site. */
  public static void expect(int site) {
    if (IslRT.epoch != 0) {
      ((IslThr) (Object) Thread.currentThread()).$islNew = site;
    }
  }

  /** As expect, in a class of the JDK. */
  public static void expectLib(int site) {
    if (IslRT.epoch != 0) {
      IslThr t = (IslThr) (Object) Thread.currentThread();
      t.$islNew = t.$islSite != 0 ? t.$islSite : ~site;
    }
  }

  /** Object's constructor is done; `site` stands for the constructor that called it. */
  public static void constructed(Object o, int site) {
    if (IslRT.epoch == 0) {
      return;
    }
    IslThr t = (IslThr) (Object) Thread.currentThread();
    int expected = t.$islNew;
    t.$islNew = 0;
    IslRT.mark(o, expected != 0 ? expected : site);
    if (allocKey != 0) {
      allocated(o);
    }
  }

  /** The object is complete; only now its site is known if something hid it from constructed(). */
  public static void born(Object o, int site) {
    if (isUnmarked(o)) {
      IslRT.born(o, site);
      late(o);
    }
  }

  public static void bornLib(Object o, int site) {
    if (isUnmarked(o)) {
      IslRT.bornLib(o, site);
      late(o);
    }
  }

  public static void bornSeq(Object o, int site) {
    if (isUnmarked(o)) {
      IslRT.bornSeq(o, site);
      late(o);
    }
  }

  public static void bornLibSeq(Object o, int site) {
    if (isUnmarked(o)) {
      IslRT.bornLibSeq(o, site);
      late(o);
    }
  }

  /** A clone: whatever its word says is the original's. */
  public static void copied(Object o, int site) {
    copiedAt(o, site, false);
  }

  public static void copiedLib(Object o, int site) {
    copiedAt(o, site, true);
  }

  private static void copiedAt(Object o, int site, boolean library) {
    int e = IslRT.epoch;
    if (e != 0) {
      ((IslObj) o).$isl = IslRT.siteNow(site, library) | e;
      late(o);
    }
  }

  private static boolean isUnmarked(Object o) {
    int w = ((IslObj) o).$isl;
    if (w < 0) {
      return false;
    }
    int site = w >>> EPOCH_BITS;
    if (site == 0) {
      return true;
    }
    byte[] a = admission;
    return a != null && site < a.length && (a[site] & PROVISIONAL) != 0;
  }

  /** No constructor was seen, nor has one used up what expect() announced. */
  private static void late(Object o) {
    if (IslRT.epoch == 0) {
      return;
    }
    ((IslThr) (Object) Thread.currentThread()).$islNew = 0;
    if (allocKey != 0) {
      allocated(o);
    }
  }

  private static void allocated(Object o) {
    int w = word(o);
    if (w != 0) {
      log(allocKey, w, 0, 0, 0);
    }
  }

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
    if (e == 0 || a == null || (site & FAR) != 0 && !allArrays || arrayWord(a) != 0) {
      return;
    }
    int s = IslRT.siteNow(site & ~FAR, library);
    if (s == 0) {
      return;
    }
    int length = a.getClass() == Object[].class ? ((Object[]) a).length : -1;
    int w = admitArray(a, s | e, System.identityHashCode(a), length);
    if (w != 0 && allocKey != 0) {
      log(allocKey, w, 0, 0, 0);
    }
  }

  // Arrays that matter from the moment that an object on their path refers to them.
  /** In a site: what is made here becomes known when it is stored on a path. */
  private static final int FAR = 1;
  /** An array came to its path that had not been known from its birth: from now on all are. */
  static boolean allArrays;
  /** By key: stores that turned out to put nothing on a path. Grows, null at first. */
  static byte[] elsewhere;

  /** The value is about to be stored to a field; `key` names the field's class. */
  public static void stored(Object v, int key) {
    if (v == null || allArrays || IslRT.epoch == 0) {
      return;
    }
    byte[] known = elsewhere;
    boolean matters = known == null || key >= known.length || known[key] == 0;
    boolean foreign = matters && v.getClass().isArray() && arrayWord(v) == 0
        && java.lang.reflect.Array.getLength(v) != 0;
    if (foreign && !IslRT.inHousekeeping()) { // whose arrays nobody follows
      admitStored(v, key);
    }
  }

  // Accesses of fields. o may be null: then the access itself fails, and there is no event.

  public static void use(Object o, int key) {
    if (o != null && IslRT.epoch != 0) {
      int w = word(o);
      if (w != 0) {
        log(key, w, 0, 0, 0);
      }
    }
  }

  public static void use(Object o, int v, int key) {
    if (o != null && IslRT.epoch != 0) {
      int w = word(o);
      if (w != 0) {
        log(key, w, v, 0, 0);
      }
    }
  }

  public static void use(Object o, long v, int key) {
    if (o != null && IslRT.epoch != 0) {
      int w = word(o);
      if (w != 0) {
        log(key, w, (int) (v >>> 32), (int) v, 0);
      }
    }
  }

  public static void use(Object o, float v, int key) {
    use(o, Float.floatToRawIntBits(v), key);
  }

  public static void use(Object o, double v, int key) {
    use(o, Double.doubleToRawLongBits(v), key);
  }

  public static void use(Object o, Object v, int key) {
    if (o != null && IslRT.epoch != 0) {
      int w = word(o);
      if (w != 0) {
        log(key, w, 0, identity(v, key), valueWord(v));
      }
    }
  }

  // Accesses of array elements; a successful one where it reads, an attempted one where it writes.

  public static void element(Object a, int index, int v, int key) {
    int w = elementWord(a, index);
    if (w != 0) {
      log(key, w, v, 0, index);
    }
  }

  public static void element(Object a, int index, long v, int key) {
    int w = elementWord(a, index);
    if (w != 0) {
      log(key, w, (int) (v >>> 32), (int) v, index);
    }
  }

  public static void element(Object a, int index, float v, int key) {
    element(a, index, Float.floatToRawIntBits(v), key);
  }

  public static void element(Object a, int index, double v, int key) {
    element(a, index, Double.doubleToRawLongBits(v), key);
  }

  public static void element(Object a, int index, Object v, int key) {
    int w = elementWord(a, index);
    if (w != 0 && fits(a, v)) {
      log(key, w, index, identity(v, key), valueWord(v));
    }
  }

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
    return w == 0 || index < 0 || index >= java.lang.reflect.Array.getLength(a) ? 0 : w;
  }

  // Normal returns. The receiver is null in static methods.

  public static void returned(Object receiver, int key) {
    if (receiver != null && IslRT.epoch != 0) {
      int w = word(receiver);
      if (w != 0) {
        log(key, w, 0, 0, 0);
      }
    }
  }

  public static void returned(int v, Object receiver, int key) {
    use(receiver, v, key);
  }

  public static void returned(long v, Object receiver, int key) {
    use(receiver, v, key);
  }

  public static void returned(float v, Object receiver, int key) {
    use(receiver, v, key);
  }

  public static void returned(double v, Object receiver, int key) {
    use(receiver, v, key);
  }

  public static void returned(Object v, Object receiver, int key) {
    if (IslRT.epoch == 0) {
      return;
    }
    int value = valueWord(v);
    int w = receiver == null ? 0 : word(receiver);
    if (w != 0 || (value != 0 && value != UNTRACKED)) {
      log(key, w, 0, identity(v, key), value);
    }
  }

  /** What stands for the object in its events; 0: no spec tracks it. */
  private static int word(Object o) {
    int w = ((IslObj) o).$isl;
    if (w < 0) {
      return w;
    }
    byte[] a = admission;
    int site = w >>> EPOCH_BITS;
    if (site < a.length) {
      int code = a[site] & CODE_MASK;
      if (code == PLAIN) {
        return w;
      }
      if (code == NEVER) {
        return 0;
      }
    }
    return admit(o, w);
  }

  private static int valueWord(Object v) {
    if (v == null) {
      return 0;
    }
    int w = !v.getClass().isArray() ? word(v) : arrays != 0 ? arrayWord(v) : 0;
    return w == 0 ? UNTRACKED : w;
  }

  private static int identity(Object v, int key) {
    return v == null || (key & WANTS_IDENTITY) == 0 ? 0 : System.identityHashCode(v);
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
      long at = table + 8 + (long) i * 8;
      int key = u.getInt(at);
      if (key == hash) {
        return u.getInt(at + 4);
      }
      if (key == 0) {
        return 0;
      }
    }
  }

  /** Whose log the current thread writes to. */
  static IslThr logger() {
    return carriers ? IslThr.currentCarrierThread() : (IslThr) (Object) Thread.currentThread();
  }

  static void log(int key, int w, int a, int b, int c) {
    IslThr t = logger();
    long log = t.$islLog;
    if (log == 0) {
      log = newLog();
      t.$islLog = log;
    }
    if (log == 0 || log == NO_LOG) {
      return;
    }
    Unsafe u = Unsafe.getUnsafe();
    int used = u.getInt(log);
    if (used >= LOG_BYTES) { // before the write: where the stack ends, the call of a native may throw
      drain(log);
      used = u.getInt(log);
      if (used >= LOG_BYTES) {
        return; // Java code that the agent itself runs while it holds the lock
      }
    }
    long at = log + HEAD_BYTES + used;
    u.putInt(at, key);
    u.putInt(at + 4, w);
    u.putInt(at + 8, a);
    u.putInt(at + 12, b);
    u.putInt(at + 16, c);
    u.putIntRelease(null, log, used + ENTRY_BYTES);
  }

  /** First event of an object, or of the objects of its site: its word for events, as word(). */
  private static native int admit(Object o, int word);

  /** A new array: the agent keeps it when a spec tracks it. Length: of an Object[], else -1. */
  private static native int admitArray(Object a, int word, int hash, int length);

  /** An array that is not known is about to be stored to a field. */
  private static native void admitStored(Object a, int key);

  /** Address of a log, 0 when there is no memory for one (counted). */
  private static native long newLog();

  private static native void drain(long log);
}
