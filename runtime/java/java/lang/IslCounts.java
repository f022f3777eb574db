package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Accesses of array elements of which handlers only want to know that they took place. In tight loops they are
 * counted in locals of the method, written out when another array comes or the loop ends. Elsewhere they are
 * counted in a slot of the thread for the array and the kind of access, which the agent gives to what it
 * finds in the log; what has none is logged (see runtime/events/SlotTable.h).
 *
 * <p>Present beside IslEvents.
 */
public final class IslCounts {
  /** A loop of which nobody knows when it ends writes its count out after so many accesses, about a millisecond. */
  private static final int MOST = 1 << 20;

  private static final int EPOCH_BITS = 11;

  // As in IslLatest.
  private static final int SITE_FACTOR = 0x9E3779B1;
  private static final int SLOT_BITS = 10;
  private static final int SLOT_BYTES = 16;
  private static final int COUNT_OFFSET = 8;

  /** Where the slots begin, from the start of the log; set when the VM is ready, 0: there are none. */
  private static long slotsOffset;

  private IslCounts() {}

  /** One access, which does not succeed if the index is out of bounds. */
  public static void element(Object a, int index, int key) {
    // As IslEvents.element.
    if (a != null && IslRT.epoch != 0 && IslEvents.mayBeKnown(Unsafe.getUnsafe().getLong(a, 0L))) {
      elementOfKnown(a, index, key);
    }
  }

  @DontInline
  private static void elementOfKnown(Object a, int index, int key) {
    int w = IslEvents.elementWord(a, index);
    if (w != 0 && !keep(w, key)) {
      IslEvents.log(key, w, 0, 0, 0);
    }
  }

  private static boolean keep(int w, int key) {
    long offset = slotsOffset;
    if (offset == 0) {
      return false;
    }
    IslThr t = IslEvents.carriers
        ? IslThr.currentCarrierThread()
        : (IslThr) (Object) Thread.currentThread();
    long log = t.$islLog;
    if (log <= 0) { // none yet, or nothing that the thread does is an event
      return false;
    }
    int record = w >>> EPOCH_BITS;
    int index = (record * SITE_FACTOR >>> -SLOT_BITS) + key & (1 << SLOT_BITS) - 1;
    long slot = log + offset + (long) (index * SLOT_BYTES);
    Unsafe u = Unsafe.getUnsafe();
    if (u.getLong(slot) != ((long) record << 32 | key)) {
      return false;
    }
    u.putLongRelease(null, slot + COUNT_OFFSET, u.getLong(slot + COUNT_OFFSET) + 1);
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
    if (n != 0 && IslRT.epoch != 0) { // before, Unsafe must not be used: see IslEvents.element
      long mark = Unsafe.getUnsafe().getLong(last, 0L);
      if (IslEvents.mayBeKnown(mark)) {
        accessed(last, n, key);
      }
    }
  }

  @DontInline
  private static void accessed(Object a, int times, int key) {
    int w = IslEvents.arrayWord(a);
    if (w != 0) {
      IslEvents.log(key, w, times - 1, 0, 0);
    }
  }
}
