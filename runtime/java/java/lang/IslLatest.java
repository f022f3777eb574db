package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.Stable;

/**
 * Accesses of fields of which only the latest values at each allocation site matter to the handler.
 *
 * <p>Behind a thread's log lies a table of slots, each for one field at one site: a ring of the latest
 * values, and how many there were. The agent gives slots to what it finds in the log; what has none is
 * logged as in {@link IslEvents}. Fields are told by their number in the object. An access is in its slot or in the log, never in both: slots change
 * hands only while their thread drains a log in the agent, so that the order of values stays as it was.
 *
 * <p>Present only where a handler wants it, as IslEvents.
 */
public final class IslLatest {
  private static final int EPOCH_BITS = 11;

  // See runtime/events/SlotTable.h.
  private static final int SITE_FACTOR = 0x9E3779B1;
  private static final int SLOT_BITS = 10;
  static final int COUNT_OFFSET = 8;
  private static final int VALUES_OFFSET = 16;

  // What is 0 or null until it is set for good: to the JIT compilers a constant from then on, so that of a barrier
  // in compiled code the address of the slot and two stores are left.
  /** Where the slots begin, from the start of the log. Set last, when the VM is ready; 0: all accesses are logged. */
  @Stable private static long slotsOffset;
  @Stable private static int slotBytes;
  /** The places of a ring but one: they are a power of two. */
  @Stable private static long ringMask;
  /**
   * By key, in chunks: one more than the number of the field; 0: not known yet, below: its accesses are logged.
   */
  @Stable private static final short[][] places = new short[64][];
  private static final int CHUNK_BITS = 12;

  private IslLatest() {}

  public static void use(Object o, int v, int key) {
    if (o != null && !keep(o, (long) v << 32, key)) {
      logged(o, v, key);
    }
  }

  public static void use(Object o, long v, int key) {
    if (o != null && !keep(o, v, key)) {
      logged(o, v, key);
    }
  }

  // What is used often has a slot soon, and compiled methods stay small.

  @DontInline
  private static void logged(Object o, int v, int key) {
    IslEvents.use(o, v, key);
  }

  @DontInline
  private static void logged(Object o, long v, int key) {
    IslEvents.use(o, v, key);
  }

  public static void use(Object o, float v, int key) {
    use(o, Float.floatToRawIntBits(v), key);
  }

  public static void use(Object o, double v, int key) {
    use(o, Double.doubleToRawLongBits(v), key);
  }

  /** Into the slot, if there is one. Objects with a record and those that nobody tracks have none. */
  private static boolean keep(Object o, long v, int key) {
    if (slotsOffset == 0 || key >>> CHUNK_BITS >= places.length) {
      return false;
    }
    short[] known = places[key >>> CHUNK_BITS];
    int place = known == null ? 0 : known[key & (1 << CHUNK_BITS) - 1];
    if (place == 0) {
      place = placeOf(key);
    }
    if (place < 0) {
      return false;
    }
    long slot = slotFor(((IslObj) o).$isl >>> EPOCH_BITS, place, slotsOffset, slotBytes);
    if (slot == 0) {
      return false;
    }
    Unsafe u = Unsafe.getUnsafe();
    long count = u.getLong(slot + COUNT_OFFSET);
    u.putLong(slot + VALUES_OFFSET + ((count & ringMask) << 3), v);
    u.putLongRelease(null, slot + COUNT_OFFSET, count + 1);
    u.storeStoreFence(); // the next value overwrites an old one only after this count is seen
    return true;
  }

  /** The thread's slot for the place at the site, in the table that begins at the offset; 0: it has none. */
  static long slotFor(int site, int place, long offset, int bytes) {
    long log = IslEvents.logger().$islLog;
    if (log <= 0) { // none yet, or nothing that the thread does is an event
      return 0;
    }
    int index = (site * SITE_FACTOR >>> -SLOT_BITS) + place & (1 << SLOT_BITS) - 1;
    long slot = log + offset + (long) (index * bytes);
    return Unsafe.getUnsafe().getLong(slot) == ((long) site << 32 | place) ? slot : 0;
  }

  /** First access by this key: its place. */
  private static native int placeOf(int key);
}
