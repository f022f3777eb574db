package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Stable;

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

  /** All bits of a word but those of the flags that a spec keeps there, see IslFlags. Set for good before any event. */
  @Stable static int withoutFlags;

  /** By site: whether its objects are tracked and need a record. Grows, never null after VMInit. */
  static byte[] admission;

  /** Set for good when the VM is ready, see IslLatest: whether it has virtual threads. */
  @Stable private static int threads;
  private static final int WITH_VIRTUAL = 2;

  /** Key of on_alloc events, 0: nobody wants them. */
  static int allocKey;

  private IslEvents() {}

  // Birth. An object gets its word at the end of Object's constructor, so that what its own
  // constructors do to it is seen.

  /** The program is about to construct an object of this site. */
  public static void expect(int site) {
    if (IslRT.epoch != 0) {
      IslThr.currentThread().$islNew = site;
    }
  }

  /** As expect, in a class of the JDK. */
  public static void expectLib(int site) {
    if (IslRT.epoch != 0) {
      IslThr t = IslThr.currentThread();
      t.$islNew = t.$islSite != 0 ? t.$islSite : ~site;
    }
  }

  // What every object comes through, in methods that the JIT compilers inline wherever they are called (35 bytes).

  /** Object's constructor is done; `site` stands for the constructor that called it. */
  public static void constructed(IslObj o, int site) {
    int e = IslRT.epoch;
    if (e != 0) {
      IslThr t = IslThr.currentThread();
      markHere(o, t, announced(t, site), e);
    }
  }

  /** The site that expect() named, if any. */
  private static int announced(IslThr t, int site) {
    int expected = t.$islNew;
    t.$islNew = 0;
    return expected != 0 ? expected : site;
  }

  private static void markHere(IslObj o, IslThr t, int site, int e) {
    if (site > 0 && t.$islCtx == 0) {
      o.$isl = site | e;
    } else {
      IslRT.mark(o, site);
    }
  }

  /** As constructed, for specs with call sequences or on_alloc handlers and for runs with scopes. */
  public static void constructedSeq(IslObj o, int site) {
    if (IslRT.epoch != 0) {
      IslRT.mark(o, announced(IslThr.currentThread(), site));
      if (allocKey != 0) {
        allocated(o);
      }
    }
  }

  /** The object is complete; only now its site is known if something hid it from constructed(). */
  public static void born(IslObj o, int site) {
    if (isOfOther(o, site) && isUnmarked(o)) {
      int flags = o.$isl & ~withoutFlags;
      IslRT.born(o, site);
      late(o, flags);
    }
  }

  public static void bornLib(IslObj o, int site) {
    // While the VM starts, Thread.currentThread() may have no code yet.
    if (IslRT.epoch != 0 && isOfOther(o, callerOr(site)) && isUnmarked(o)) {
      int flags = o.$isl & ~withoutFlags;
      IslRT.bornLib(o, site);
      late(o, flags);
    }
  }

  private static int callerOr(int site) {
    int caller = IslThr.currentThread().$islSite;
    return caller != 0 ? caller : site;
  }

  private static boolean isOfOther(IslObj o, int site) {
    return siteOf(o.$isl) != siteOf(site);
  }

  public static void bornSeq(IslObj o, int site) {
    if (isUnmarked(o)) {
      int flags = o.$isl & ~withoutFlags;
      IslRT.bornSeq(o, site);
      late(o, flags);
    }
  }

  public static void bornLibSeq(IslObj o, int site) {
    if (isUnmarked(o)) {
      int flags = o.$isl & ~withoutFlags;
      IslRT.bornLibSeq(o, site);
      late(o, flags);
    }
  }

  /** A clone: whatever its word says is the original's. */
  public static void copied(IslObj o, int site) {
    copiedAt(o, site, false);
  }

  public static void copiedLib(IslObj o, int site) {
    copiedAt(o, site, true);
  }

  private static void copiedAt(IslObj o, int site, boolean library) {
    int e = IslRT.epoch;
    if (e != 0) {
      o.$isl = IslRT.siteNow(site, library) | e;
      late(o, 0);
    }
  }

  private static boolean isUnmarked(IslObj o) {
    int w = o.$isl;
    if (w < 0) {
      return false;
    }
    int site = siteOf(w);
    if (site == 0) {
      return true;
    }
    byte[] a = admission;
    return a != null && site < a.length && (a[site] & PROVISIONAL) != 0;
  }

  /** No constructor was seen, nor has one used up what expect() announced. */
  private static void late(IslObj o, int flags) {
    if (IslRT.epoch == 0) {
      return;
    }
    o.$isl |= flags;
    IslThr.currentThread().$islNew = 0;
    if (allocKey != 0) {
      allocated(o);
    }
  }

  private static void allocated(IslObj o) {
    int w = word(o);
    if (w != 0) {
      log(allocKey, w, 0, 0, 0);
    }
  }

  // Accesses of fields. o may be null: then the access itself fails, and there is no event.

  public static void use(IslObj o, int key) {
    if (o != null && IslRT.epoch != 0) {
      int w = word(o);
      if (w != 0) {
        log(key, w, 0, 0, 0);
      }
    }
  }

  public static void use(IslObj o, int v, int key) {
    if (o != null && IslRT.epoch != 0) {
      int w = word(o);
      if (w != 0) {
        log(key, w, v, 0, 0);
      }
    }
  }

  public static void use(IslObj o, long v, int key) {
    if (o != null && IslRT.epoch != 0) {
      int w = word(o);
      if (w != 0) {
        log(key, w, (int) (v >>> 32), (int) v, 0);
      }
    }
  }

  public static void use(IslObj o, float v, int key) {
    use(o, Float.floatToRawIntBits(v), key);
  }

  public static void use(IslObj o, double v, int key) {
    use(o, Double.doubleToRawLongBits(v), key);
  }

  public static void use(IslObj o, Object v, int key) {
    if (o != null && IslRT.epoch != 0) {
      int w = word(o);
      if (w != 0) {
        log(key, w, 0, identity(v, key), valueWord(v));
      }
    }
  }

  // Accesses of array elements; a successful one where it reads, an attempted one where it writes.

  public static void element(Object a, int index, int v, int key) {
    int w = IslArrays.elementWord(a, index);
    if (w != 0) {
      log(key, w, v, 0, index);
    }
  }

  public static void element(Object a, int index, long v, int key) {
    int w = IslArrays.elementWord(a, index);
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
    int w = IslArrays.elementWord(a, index);
    if (w != 0 && IslArrays.fits(a, v)) {
      log(key, w, index, identity(v, key), valueWord(v));
    }
  }

  // Normal returns. The receiver is null in static methods.

  public static void returned(IslObj receiver, int key) {
    if (receiver != null && IslRT.epoch != 0) {
      int w = word(receiver);
      if (w != 0) {
        log(key, w, 0, 0, 0);
      }
    }
  }

  public static void returned(int v, IslObj receiver, int key) {
    use(receiver, v, key);
  }

  public static void returned(long v, IslObj receiver, int key) {
    use(receiver, v, key);
  }

  public static void returned(float v, IslObj receiver, int key) {
    use(receiver, v, key);
  }

  public static void returned(double v, IslObj receiver, int key) {
    use(receiver, v, key);
  }

  public static void returned(Object v, IslObj receiver, int key) {
    if (IslRT.epoch == 0) {
      return;
    }
    int value = valueWord(v);
    int w = receiver == null ? 0 : word(receiver);
    if (w != 0 || (value != 0 && value != UNTRACKED)) {
      log(key, w, 0, identity(v, key), value);
    }
  }

  /** The site in a word that names no record. */
  private static int siteOf(int word) {
    return (word & withoutFlags) >>> EPOCH_BITS;
  }

  /** What stands for the object in its events; 0: no spec tracks it. */
  private static int word(IslObj o) {
    int w = o.$isl;
    if (w < 0) {
      return w;
    }
    byte[] a = admission;
    int site = siteOf(w);
    if (site < a.length) {
      int code = a[site] & CODE_MASK;
      if (code == PLAIN) {
        return w & withoutFlags;
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
    int w = !v.getClass().isArray() ? word((IslObj) v) : IslArrays.arrays != 0 ? IslArrays.arrayWord(v) : 0;
    return w == 0 ? UNTRACKED : w;
  }

  private static int identity(Object v, int key) {
    return v == null || (key & WANTS_IDENTITY) == 0 ? 0 : System.identityHashCode(v);
  }

  /** Whose log the current thread writes to. */
  static IslThr logger() {
    return threads == WITH_VIRTUAL ? IslThr.currentCarrierThread() : IslThr.currentThread();
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

  /** The thread comes to a tick: handlers see what it did before with the count as it was. */
  public static void settle() {
    if (IslRT.epoch != 0) {
      long log = logger().$islLog;
      if (log != 0 && log != NO_LOG && Unsafe.getUnsafe().getInt(log) != 0) {
        drain(log);
      }
    }
  }

  /** First event of an object, or of the objects of its site: its word for events, as word(). */
  private static native int admit(Object o, int word);

  /** Address of a log, 0 when there is no memory for one (counted). */
  private static native long newLog();

  private static native void drain(long log);
}
