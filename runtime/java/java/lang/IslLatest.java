package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.Stable;

/**
 * Accesses of fields of which only the latest values at each allocation site matter to the handler.
 *
 * <p>Behind a thread's log lies a table of slots, each for one field at one site: a ring of the latest
 * values, and how many there were. The agent gives slots to what it finds in the log; what has none is
 * logged as in {@link IslEvents}. Fields are told by their number in the object. An access is in its slot or
 * in the log, never in both: slots change hands only while their thread drains a log in the agent, so that the
 * order of values stays as it was.
 *
 * <p>Present only where a handler wants it, as IslEvents.
 */
public final class IslLatest {
  // See runtime/events/SlotTable.h.
  private static final int EPOCH_MASK = (1 << 11) - 1;
  private static final int TAG_FACTOR = 0x9E33C6EF;
  private static final int START_BITS = 12;
  static final int TAG_OFFSET = 4;
  static final int COUNT_OFFSET = 8;
  private static final int VALUES_OFFSET = 16;

  // What is 0 or null until it is set for good: to the JIT compilers a constant from then on, so that of a barrier
  // in compiled code the address of the slot and two stores are left. All are set before the first place is.
  /** Where the slots begin, from the start of the log; 0 while the VM starts. */
  @Stable private static long slotsOffset;
  @Stable private static int slotBytes;
  /** The places of a ring but one: they are a power of two. */
  @Stable private static long ringMask;
  /** By key, in chunks: the place; 0: not known yet, 1: nothing has a slot there, accesses are logged. */
  @Stable private static final short[][] places = new short[64][];
  private static final int CHUNK_BITS = 12;

  private IslLatest() {}

  public static void use(IslObj o, int v, int key) {
    use(o, (long) v << 32, key);
  }

  public static void use(IslObj o, float v, int key) {
    use(o, Float.floatToRawIntBits(v), key);
  }

  public static void use(IslObj o, double v, int key) {
    use(o, Double.doubleToRawLongBits(v), key);
  }

  public static void use(IslObj o, long v, int key) {
    if (o != null && !keep(o, v, key)) {
      other(o, v, key);
    }
  }

  /** What is used often has a slot soon, so this stays out of compiled methods. */
  @DontInline
  private static void other(IslObj o, long v, int key) {
    if (slotsOffset != 0) {
      short[] known = places[key >>> CHUNK_BITS];
      boolean first = known == null || known[key & (1 << CHUNK_BITS) - 1] == 0;
      if (first && findPlace(key) && keep(o, v, key)) {
        return;
      }
    }
    IslEvents.use(o, v, key);
  }

  /**
   * Into the slot, if there is one. Objects with a record and those that nobody tracks have none. Few bytes on purpose:
   * what is inlined counts against what a compiled method may inline.
   */
  private static boolean keep(IslObj o, long v, int key) {
    short[] known = places[key >>> CHUNK_BITS];
    if (known == null) {
      return false;
    }
    long log = IslEvents.logger().$islLog;
    if (log <= 0) { // none yet, or nothing that the thread does is an event
      return false;
    }
    // What does not depend on the field comes first: compiled code works it out once for several fields.
    int tag = tagOf(o.$isl & IslEvents.withoutFlags);
    long slot = log + startOf(tag) * slotBytes
        + (slotsOffset + known[key & (1 << CHUNK_BITS) - 1] * slotBytes);
    Unsafe u = Unsafe.getUnsafe();
    // The same tag means the same start, so how far the slot is from there tells the place.
    if (u.getInt(null, slot + TAG_OFFSET) != tag) {
      return false;
    }
    long count = u.getLong(null, slot + COUNT_OFFSET);
    long place = slot + VALUES_OFFSET + ((count & ringMask) << 3);
    if (IslMachine.STORES_IN_ORDER) {
      // Plain stores of the same kind stay in this order. A fence would be free, but make compiled code forget what
      // it knows of the thread and of the object.
      u.putLong(null, place, v);
      u.putLong(null, slot + COUNT_OFFSET, count + 1);
    } else { // a value behind the count of the one before it, a count behind its value
      u.putLongRelease(null, place, v);
      u.putLongRelease(null, slot + COUNT_OFFSET, count + 1);
    }
    return true;
  }

  /** What tells the slots of a site, or of an array, by an object's word. */
  static int tagOf(int word) {
    return word | EPOCH_MASK;
  }

  /** The first of the slots of what has this tag. */
  static int startOf(int tag) {
    return tag * TAG_FACTOR >>> -START_BITS;
  }

  /** At the first access by this key: sets its place. False if that cannot be done now. */
  private static native boolean findPlace(int key);
}
