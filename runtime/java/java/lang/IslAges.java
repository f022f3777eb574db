package java.lang;

import jdk.internal.vm.annotation.DontInline;

/**
 * What IslRT does for touches and births, where the word of an object is its site and the epoch of its last use
 * and nothing else: [0 | epoch : 11 | site : 20]. Words are in the order of their epochs then, so a touch is one
 * comparison.
 *
 * <p>Present only where no spec keeps anything else in words. An object that the agent follows has its sign bit set and
 * a number in place of the site; it looks older than any epoch, so each of its touches stores its word.
 *
 * <p>Sites are handed over as IslRT has them: above 11 bits.
 */
public final class IslAges {
  private static final int SITE_SHIFT = 11;
  private static final int EPOCH_MASK = 0x7ff << 20;

  /** The current epoch where a word has it, set by the agent at each check; 0 before VMInit. */
  static int now;

  private IslAges() {}

  /** Receiver of a field access; see IslRT.touch. */
  public static void touch(IslObj o) {
    if (o != null) {
      int e = now;
      int w = o.$isl;
      if (w < e) {
        o.$isl = w & ~EPOCH_MASK | e;
      }
    }
  }

  /** As touch, of what a library method is asked to access; it may be an array, which has no word. */
  public static void touchAny(IslObj o) {
    if (o != null && !o.getClass().isArray()) {
      touch(o);
    }
  }

  /** Fresh object, allocated by a class of the program. */
  public static void born(IslObj o, int site) {
    if (IslRT.regions[0] == 0) {
      o.$isl = site >>> SITE_SHIFT | now;
    } else {
      bornBesideRegions(o, site, false);
    }
  }

  /** Fresh object, allocated by a class of the JDK: charged to the program's call if there is one. */
  public static void bornLib(IslObj o, int site) {
    if (IslRT.regions[0] == 0) {
      int caller = IslThr.currentThread().$islSite;
      o.$isl = (caller != 0 ? caller : site) >>> SITE_SHIFT | now;
    } else {
      bornBesideRegions(o, site, true);
    }
  }

  /**
   * Some thread is in a region, this one or another, or there are scopes; or the VM is not ready yet. Rare, but not so rare
   * that compilers would leave it out: a copy of it at each birth is what they must not make.
   */
  @DontInline
  private static void bornBesideRegions(IslObj o, int site, boolean library) {
    if (IslRT.epoch != 0) {
      o.$isl = IslRT.siteNow(site, library) >>> SITE_SHIFT | now;
    }
  }

  /** As born, for specs with call sequences. */
  public static void bornSeq(IslObj o, int site) {
    if (IslRT.epoch != 0) {
      o.$isl = IslRT.siteNow(site, false) >>> SITE_SHIFT | now;
    }
  }

  /** As bornLib, for specs with call sequences. */
  public static void bornLibSeq(IslObj o, int site) {
    if (IslRT.epoch != 0) {
      o.$isl = IslRT.siteNow(site, true) >>> SITE_SHIFT | now;
    }
  }
}
