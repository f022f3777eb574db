package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Accesses of array elements in tight loops, of which handlers only want to know that they took place: counted in
 * locals of the method, written out when another array comes or the loop ends.
 *
 * <p>Present beside IslEvents.
 */
public final class IslCounts {
  /** A loop of which nobody knows when it ends writes its count out after so many accesses, about a millisecond. */
  private static final int MOST = 1 << 20;

  private IslCounts() {}

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
