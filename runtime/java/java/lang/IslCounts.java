package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.Stable;

/**
 * Accesses of array elements of which handlers look at neither index nor value. Where it only matters how many
 * there were they are counted: in tight loops in locals of the method, written out when another array comes or the
 * loop ends, elsewhere in a slot of the thread for the array and the kind of access, which the agent gives to
 * what it finds in the log (see runtime/events/SlotTable.h). What has no slot is logged: added to one of the latest
 * entries, if that is for the same array and key, as short-lived arrays are read a few at a time.
 *
 * <p>Present beside IslEvents.
 */
public final class IslCounts {
  /** A loop of which nobody knows when it ends writes its count out after so many accesses, about a millisecond. */
  private static final int MOST = 1 << 20;

  private static final int SLOT_BYTES = 16;
  private static final int PLACES = 128;

  // Of a log, see runtime/events/EventLogs.h: where it says how much of it has been run, and how many entries behind
  // that may still grow.
  private static final int DRAINED = 4;
  private static final int OPEN = 4;
  private static final int MOST_OF_AN_ENTRY = 1 << 30;

  /** Where the slots begin, from the start of the log; set when the VM is ready, 0: there are none. */
  @Stable private static long slotsOffset;

  private IslCounts() {}

  /** One access, which does not succeed if the index is out of bounds. */
  public static void element(Object a, int index, int key) {
    // Few arrays have a hash, so what concerns them stays out of the compiled method. While the VM starts, Unsafe must
    // not be initialised before its constants are set, or all native memory would have the address 0.
    if (a != null && IslRT.epoch != 0 && IslArrays.mayBeKnown(Unsafe.getUnsafe().getLong(a, 0L))) {
      elementOfKnown(a, index, key);
    }
  }

  /** As above, a store of a reference. */
  public static void elementStored(Object a, int index, Object v, int key) {
    if (a != null && IslRT.epoch != 0 && IslArrays.mayBeKnown(Unsafe.getUnsafe().getLong(a, 0L))) {
      storedToKnown(a, index, v, key);
    }
  }

  @DontInline
  private static void storedToKnown(Object a, int index, Object v, int key) {
    if (IslArrays.fits(a, v)) {
      elementOfKnown(a, index, key);
    }
  }

  @DontInline
  private static void elementOfKnown(Object a, int index, int key) {
    int w = IslArrays.elementWord(a, index);
    if (w != 0 && !keep(w, key)) {
      add(key, w, 1);
    }
  }

  private static void add(int key, int w, int times) {
    long log = IslEvents.logger().$islLog;
    if (log > 0 && slotsOffset != 0) {
      Unsafe u = Unsafe.getUnsafe();
      int used = u.getInt(log);
      int from = Math.max(u.getInt(log + DRAINED), used - OPEN * IslEvents.ENTRY_BYTES);
      for (int at = used - IslEvents.ENTRY_BYTES; at >= from; at -= IslEvents.ENTRY_BYTES) {
        long entry = log + IslEvents.HEAD_BYTES + at;
        if (u.getInt(entry) == key && u.getInt(entry + 4) == w) {
          int before = u.getInt(entry + 8);
          if (before < MOST_OF_AN_ENTRY) {
            u.putInt(entry + 8, before + times);
            return;
          }
        }
      }
    }
    IslEvents.log(key, w, times - 1, 0, 0);
  }

  private static boolean keep(int w, int key) {
    long offset = slotsOffset;
    if (offset == 0) {
      return false;
    }
    long log = IslEvents.logger().$islLog;
    if (log <= 0) {
      return false;
    }
    int tag = IslLatest.tagOf(w);
    long slot = log + offset + (IslLatest.startOf(tag) + (key & PLACES - 1)) * SLOT_BYTES;
    Unsafe u = Unsafe.getUnsafe();
    if (u.getInt(slot) != key || u.getInt(slot + IslLatest.TAG_OFFSET) != tag) {
      return false;
    }
    slot += IslLatest.COUNT_OFFSET;
    u.putLongRelease(null, slot, u.getLong(slot) + 1);
    return true;
  }

  /**
   * An element of `a` was accessed, and before that `n` of `last`, null where there were none; how many of `a` are to be
   * counted now. A loop that stays with one array never comes to the call, which would make every field it reads
   * be read again.
   */
  public static int count(Object a, Object last, int n, int key) {
    if (a == last || last == null) {
      return n + 1;
    }
    flush(last, n, key);
    return 1;
  }

  /** The same, and a count that has come to MOST is written out. */
  public static int countUpToMost(Object a, Object last, int n, int key) {
    if ((a == last || last == null) && n < MOST) {
      return n + 1;
    }
    flush(last, n, key);
    return 1;
  }

  public static void flush(Object last, int n, int key) {
    if (n != 0 && IslRT.epoch != 0) { // before, Unsafe must not be used: see element
      long mark = Unsafe.getUnsafe().getLong(last, 0L);
      if (IslArrays.mayBeKnown(mark)) {
        accessed(last, n, key);
      }
    }
  }

  @DontInline
  private static void accessed(Object a, int times, int key) {
    int w = IslArrays.arrayWord(a);
    if (w != 0) {
      add(key, w, times);
    }
  }
}
