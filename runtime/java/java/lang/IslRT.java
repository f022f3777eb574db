package java.lang;

/**
 * What rewritten bytecode calls. Loaded by the boot loader at VMStart, before any Java code runs.
 *
 * <p>The hot methods (touch, born, bornLib, call) are small enough to be inlined by the JIT and
 * neither allocate nor lock nor leave Java. Word layout: [0 | site : 20 | epoch : 11]; epoch 0 means
 * that the VM has not finished its initialisation and nothing is recorded.
 *
 * <p>Races are benign: two threads that touch one object store the same value, and a touch that
 * reads an epoch just before it advances counts for the epoch that it read.
 */
public final class IslRT {
  private static final int EPOCH_BITS = 11;
  private static final int EPOCH_MASK = (1 << EPOCH_BITS) - 1;
  private static final int INITIALIZER_WORD = 1 << EPOCH_BITS;

  // $islCtx: bits 0-9 depth of housekeeping, 10-19 depth of static initialisers, 20-30 epoch in
  // which the outermost region was entered.
  private static final int HOUSEKEEPING_ONE = 1;
  private static final int HOUSEKEEPING_MASK = 0x3ff;
  private static final int INIT_ONE = 1 << 10;
  private static final int INIT_MASK = 0x3ff << 10;
  private static final int DEPTH_MASK = HOUSEKEEPING_MASK | INIT_MASK;
  private static final int ENTRY_SHIFT = 20;

  /** Number of the current epoch, set by the agent at each check; 0 before VMInit. */
  static int epoch;

  /** Site variants by automaton state, indexed by site; rows are filled on first use. */
  static int[][] variants;

  private IslRT() {}

  /**
   * Receiver of a field access. No call and no further branch, on purpose: either would keep the
   * whole frame state alive at every access in compiled code.
   */
  public static void touch(Object o) {
    if (o != null) {
      int e = epoch;
      int w = ((IslObj) o).$isl;
      if (((w ^ e) & EPOCH_MASK) != 0) {
        ((IslObj) o).$isl = (w & ~EPOCH_MASK) | e;
      }
    }
  }

  /** Fresh object, allocated by a class of the program. */
  public static void born(Object o, int site) {
    int e = epoch;
    if (e != 0) {
      int ctx = ((IslThr) (Object) Thread.currentThread()).$islCtx;
      ((IslObj) o).$isl = (ctx == 0 ? site : siteInRegion(site, ctx, e)) | e;
    }
  }

  /** Fresh object, allocated by a class of the JDK: charged to the program's call if there is one. */
  public static void bornLib(Object o, int site) {
    int e = epoch;
    if (e != 0) {
      IslThr t = (IslThr) (Object) Thread.currentThread();
      int ctx = t.$islCtx;
      int caller = t.$islSite;
      int s = caller != 0 ? caller : site;
      ((IslObj) o).$isl = (ctx == 0 ? s : siteInRegion(s, ctx, e)) | e;
    }
  }

  /** As born, for specs with call sequences. */
  public static void bornSeq(Object o, int site) {
    int e = epoch;
    if (e != 0) {
      IslThr t = (IslThr) (Object) Thread.currentThread();
      int s = t.$islSeq == 0 ? site : variant(t.$islSeq, site);
      int ctx = t.$islCtx;
      ((IslObj) o).$isl = (ctx == 0 ? s : siteInRegion(s, ctx, e)) | e;
    }
  }

  /** As bornLib, for specs with call sequences. */
  public static void bornLibSeq(Object o, int site) {
    int e = epoch;
    if (e != 0) {
      IslThr t = (IslThr) (Object) Thread.currentThread();
      int caller = t.$islSite;
      int s = caller != 0 ? caller : site;
      if (t.$islSeq != 0) {
        s = variant(t.$islSeq, s);
      }
      int ctx = t.$islCtx;
      ((IslObj) o).$isl = (ctx == 0 ? s : siteInRegion(s, ctx, e)) | e;
    }
  }

  /** The program is about to call the JDK at this site. */
  public static void call(int site) {
    ((IslThr) (Object) Thread.currentThread()).$islSite = site;
  }

  /**
   * A region that outlives two checks is no housekeeping: the program runs inside it (a main loop
   * in a static initialiser, a server started by a service provider).
   */
  private static int siteInRegion(int site, int ctx, int e) {
    if (e - (ctx >>> ENTRY_SHIFT) >= 2) {
      return site;
    }
    return (ctx & HOUSEKEEPING_MASK) != 0 ? 0 : INITIALIZER_WORD;
  }

  public static void enterHousekeeping() {
    enter(HOUSEKEEPING_ONE);
  }

  public static void exitHousekeeping() {
    exit(HOUSEKEEPING_MASK, HOUSEKEEPING_ONE);
  }

  public static void enterInit() {
    enter(INIT_ONE);
  }

  public static void exitInit() {
    exit(INIT_MASK, INIT_ONE);
  }

  private static void enter(int one) {
    int e = epoch;
    if (e != 0) {
      IslThr t = (IslThr) (Object) Thread.currentThread();
      int ctx = t.$islCtx;
      t.$islCtx = ((ctx & DEPTH_MASK) == 0 ? e << ENTRY_SHIFT : ctx) + one;
    }
  }

  /** Tolerates an exit without its entry: regions that were entered before VMInit. */
  private static void exit(int mask, int one) {
    if (epoch != 0) {
      IslThr t = (IslThr) (Object) Thread.currentThread();
      int ctx = t.$islCtx;
      if ((ctx & mask) != 0) {
        ctx -= one;
        t.$islCtx = (ctx & DEPTH_MASK) == 0 ? 0 : ctx;
      }
    }
  }

  /** Entry of a method that a call sequence names. */
  public static void enterSeq(int key) {
    if (epoch == 0) {
      return;
    }
    IslThr t = (IslThr) (Object) Thread.currentThread();
    int[] stack = t.$islSeqStack;
    if (stack == null) {
      stack = new int[16];
      t.$islSeqStack = stack;
    } else if (stack[0] + 1 >= stack.length) {
      int[] bigger = new int[stack.length * 2];
      for (int i = 0; i < stack.length; i++) {
        bigger[i] = stack[i];
      }
      stack = bigger;
      t.$islSeqStack = stack;
    }
    stack[++stack[0]] = t.$islSeq;
    t.$islSeq = sequenceState(key);
  }

  public static void exitSeq() {
    IslThr t = (IslThr) (Object) Thread.currentThread();
    int[] stack = t.$islSeqStack;
    if (stack != null && stack[0] > 0) {
      t.$islSeq = stack[stack[0]--];
    }
  }

  private static int variant(int state, int site) {
    int[][] v = variants;
    int id = site >>> EPOCH_BITS;
    if (v != null && state < v.length) {
      int[] row = v[state];
      if (row != null && id < row.length && row[id] != 0) {
        return row[id];
      }
    }
    return newVariant(state, site);
  }

  private static synchronized int newVariant(int state, int site) {
    int id = site >>> EPOCH_BITS;
    int made = variantSite(state, id) << EPOCH_BITS;
    int[][] v = variants;
    if (v == null || state >= v.length) {
      int[][] bigger = new int[state + 4][];
      for (int i = 0; v != null && i < v.length; i++) {
        bigger[i] = v[i];
      }
      v = bigger;
    }
    int[] row = v[state];
    if (row == null || id >= row.length) {
      int[] bigger = new int[id + id / 2 + 64];
      for (int i = 0; row != null && i < row.length; i++) {
        bigger[i] = row[i];
      }
      row = bigger;
      v[state] = row;
    }
    row[id] = made;
    variants = v;
    return made;
  }

  /** State of the specs' call sequences for the current stack. */
  private static native int sequenceState(int key);

  /** Id of the site seen under the given state. */
  private static native int variantSite(int state, int site);
}
