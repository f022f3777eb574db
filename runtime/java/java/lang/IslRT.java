package java.lang;

import java.util.Set;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.Reflection;
import jdk.internal.vm.annotation.Stable;

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
  private static final int SITE_BITS = 20;
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

  /**
   * How many threads are in a region, one more until the first epoch, and one more from the first scope on. While there
   * is none, a birth need not ask its thread. One element of a constant array, as its address needs no look-up and stays
   * what it is.
   */
  static final int[] regions = {1};

  /** Where its element is: behind a header of 12 bytes and the length. The agent sets it where a header is another. */
  @Stable static long countOffset = 16;

  /** How many calling contexts each site is told apart by; 0: they are not. */
  static int contexts;

  // Of the state that a variant is for: that of the sequences below, the calling context above.
  private static final int CONTEXT_SHIFT = 8;

  /** Inverse of 3 modulo 2^64: leaving a method undoes what entering it did. */
  private static final long THIRD = 0xAAAAAAAAAAAAAAABL;

  /** The program says where it calls the JDK, see call(). */
  @Stable static boolean callsKnown;

  /** Sequences are told by the stack of each allocation, not by entries of methods. */
  static boolean walksStacks;

  /**
   * Site variants: for each scope a hash table with open addressing. An entry holds the automaton
   * state of the sequences, the site and the id of the variant, 20 bits each for the last two; 0 is
   * free. Readers take no lock: they find an entry whole or miss it, and then ask under the lock.
   */
  static long[][] variants;

  /** Entries in use, by scope. */
  private static int[] variantCounts;

  /** Set by hideFields(). */
  private static boolean hidden;

  /** Scope of what threads without a scope of their own allocate; 0 = none. */
  static int ambientScope;

  private IslRT() {}

  /** Code that walks over fields (serialisers, deep comparers, other agents) must not meet ours. */
  public static void hideFields() {
    hidden = true;
    Reflection.registerFieldsToFilter(Object.class, Set.of("$isl"));
    Reflection.registerFieldsToFilter(Thread.class, Set.of("$islSite", "$islOuter", "$islCtx", "$islSeq",
        "$islScope", "$islSeqStack", "$islContext", "$islNew", "$islLog"));
  }

  /**
   * Receiver of a field access. No call and no further branch, on purpose: either would keep the
   * whole frame state alive at every access in compiled code.
   */
  public static void touch(IslObj o) {
    if (o != null) {
      int e = epoch;
      int w = o.$isl;
      if (((w ^ e) & EPOCH_MASK) != 0) {
        o.$isl = (w & ~EPOCH_MASK) | e;
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
    int e = epoch;
    if (e != 0) {
      o.$isl = (IslThr.currentThread().$islCtx == 0 ? site : inRegion(site)) | e;
    }
  }

  /** Fresh object, allocated by a class of the JDK: charged to the program's call if there is one. */
  public static void bornLib(IslObj o, int site) {
    int e = epoch;
    if (e != 0) {
      o.$isl = chargedTo(IslThr.currentThread(), site) | e;
    }
  }

  /** What an allocation at a site of the JDK is charged to. */
  private static int chargedTo(IslThr t, int site) {
    int caller = t.$islSite;
    if (t.$islCtx != 0) {
      return chargedInRegion(t, site);
    }
    return caller != 0 ? caller : site;
  }

  private static int chargedInRegion(IslThr t, int site) {
    int caller = t.$islSite;
    return siteInRegion(caller != 0 ? caller : site, caller == 0, t.$islCtx, epoch);
  }

  private static int inRegion(int site) {
    return siteInRegion(site, false, IslThr.currentThread().$islCtx, epoch);
  }

  /** As born, for specs with call sequences and for runs with scopes. */
  public static void bornSeq(IslObj o, int site) {
    int e = epoch;
    if (e != 0) {
      IslThr t = IslThr.currentThread();
      int s = variant(t, site);
      int ctx = t.$islCtx;
      o.$isl = (ctx == 0 ? s : siteInRegion(s, false, ctx, e)) | e;
    }
  }

  /** As bornLib, for specs with call sequences and for runs with scopes. */
  public static void bornLibSeq(IslObj o, int site) {
    int e = epoch;
    if (e != 0) {
      IslThr t = IslThr.currentThread();
      int caller = t.$islSite;
      int s = variant(t, caller != 0 ? caller : site);
      int ctx = t.$islCtx;
      o.$isl = (ctx == 0 ? s : siteInRegion(s, caller == 0, ctx, e)) | e;
    }
  }

  /**
   * An object whose site is known before it is complete; `site` already names the caller, its complement a
   * place in the JDK that has none.
   */
  static void mark(IslObj o, int site) {
    int e = epoch;
    if (e != 0) {
      o.$isl = siteNow(o, site < 0 ? ~site : site, site < 0) | e;
    }
  }

  /** The site that something allocated here and now belongs to. */
  static int siteNow(int site, boolean library) {
    return siteNow(null, site, library);
  }

  /** `o`: the object, where its own constructors are still running; else null. */
  private static int siteNow(Object o, int site, boolean library) {
    IslThr t = IslThr.currentThread();
    int caller = library ? t.$islSite : 0;
    int s = variant(t, o, caller != 0 ? caller : site);
    int ctx = t.$islCtx;
    return ctx == 0 ? s : siteInRegion(s, library && caller == 0, ctx, epoch);
  }

  /** The program is about to call the JDK at this site; or a method that did so ends: see called(). */
  public static void call(int site) {
    IslThr.currentThread().$islSite = site;
  }

  /**
   * What is remembered where a method that will call the JDK begins. It puts that back when it ends: the
   * JDK may have called it, and what the JDK then allocates belongs to the call it is still busy with.
   */
  public static int called() {
    return IslThr.currentThread().$islSite;
  }

  /**
   * A region that outlives two checks is no housekeeping where the program runs inside it (a main loop
   * in a static initialiser, a server started by a service provider). What the JDK allocates in it
   * before the program has called the JDK from there stays the JDK's, however long that takes.
   */
  private static int siteInRegion(int site, boolean uncalled, int ctx, int e) {
    if (e - (ctx >>> ENTRY_SHIFT) >= 2 && !(uncalled && callsKnown)) {
      return site;
    }
    return (ctx & HOUSEKEEPING_MASK) != 0 ? 0 : INITIALIZER_WORD;
  }

  /** Is what the thread allocates now not the program's? */
  static boolean inHousekeeping() {
    IslThr t = IslThr.currentThread();
    int ctx = t.$islCtx;
    return ctx != 0 && siteInRegion(INITIALIZER_WORD, t.$islSite == 0, ctx, epoch) == 0;
  }

  /** Address of two longs a row, see runtime/java/WorkUnits.h; set before any Java code runs. */
  static long units;

  /** A unit of the program's work begins: a method of that row of Units.def is entered. */
  public static void unit(int row) {
    if (epoch != 0) {
      Unsafe u = Unsafe.getUnsafe();
      long at = units + ((long) row << 4);
      long count = u.getAndAddLong(null, at, 1) + 1;
      if (count >= u.getLongVolatile(null, at + 8)) {
        unitTold(row);
      }
    }
  }

  /** The agent waits for this unit. */
  private static native void unitTold(int row);

  /** Address of two ints, see runtime/java/ConstructionGate.h; set before any Java code runs. */
  static long constructionGate;

  private static final int SPINS = 64;

  /** The thread is about to make a virtual thread. */
  public static void enterConstruction() {
    Unsafe u = Unsafe.getUnsafe();
    long gate = constructionGate;
    for (; ; ) {
      u.getAndAddInt(null, gate, 1);
      if (u.getIntVolatile(null, gate + 4) == 0) {
        return;
      }
      u.getAndAddInt(null, gate, -1);
      for (int i = 0; i < SPINS && u.getIntVolatile(null, gate + 4) != 0; i++) {
        Thread.onSpinWait();
      }
      if (u.getIntVolatile(null, gate + 4) != 0) {
        awaitGate();
      }
    }
  }

  public static void exitConstruction() {
    Unsafe.getUnsafe().getAndAddInt(null, constructionGate, -1);
  }

  /** Returns when the gate is open. */
  private static native void awaitGate();

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
      IslThr t = IslThr.currentThread();
      int ctx = t.$islCtx;
      if ((ctx & DEPTH_MASK) == 0) {
        ctx = e << ENTRY_SHIFT;
        t.$islOuter = t.$islSite;
        t.$islSite = 0;
        countRegions(1);
      }
      t.$islCtx = ctx + one;
    }
  }

  /** The agent takes away the one that has been there from the start, behind the first epoch. */
  static void countRegions(int more) {
    Unsafe.getUnsafe().getAndAddInt(regions, countOffset, more);
  }

  /** Tolerates an exit without its entry: regions that were entered before VMInit. */
  private static void exit(int mask, int one) {
    if (epoch != 0) {
      IslThr t = IslThr.currentThread();
      int ctx = t.$islCtx;
      if ((ctx & mask) != 0) {
        ctx -= one;
        final boolean outermost = (ctx & DEPTH_MASK) == 0;
        t.$islCtx = outermost ? 0 : ctx;
        if (outermost) {
          t.$islSite = t.$islOuter;
          countRegions(-1); // last: where the stack overflows, births ask their thread for ever after
        }
      }
    }
  }

  /** Entry of a method that a call sequence names. */
  public static void enterSeq(int key) {
    if (epoch == 0) {
      return;
    }
    IslThr t = IslThr.currentThread();
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
    t.$islSeq = sequenceState(false, null);
  }

  public static void exitSeq() {
    IslThr t = IslThr.currentThread();
    int[] stack = t.$islSeqStack;
    if (stack != null && stack[0] > 0) {
      t.$islSeq = stack[stack[0]--];
    }
  }

  /** Entry of a method: the calling context is 3 * (that of the caller) + (hash of the method). */
  public static void enterContext(int method) {
    if (epoch != 0) {
      IslThr t = IslThr.currentThread();
      t.$islContext = 3 * t.$islContext + method;
    }
  }

  public static void exitContext(int method) {
    if (epoch != 0) {
      IslThr t = IslThr.currentThread();
      t.$islContext = (t.$islContext - method) * THIRD;
    }
  }

  /** Number of the calling context, by an unsigned modulus. */
  private static int contextOf(IslThr t) {
    long v = t.$islContext;
    int n = contexts;
    long q = (v >>> 1) / n << 1;
    long r = v - q * n;
    return (int) (r >= n ? r - n : r);
  }

  private static int variant(IslThr t, int site) {
    return variant(t, null, site);
  }

  private static int variant(IslThr t, Object inConstruction, int site) {
    int seq = walksStacks ? sequenceState(true, inConstruction) : t.$islSeq;
    if (contexts != 0) {
      seq |= contextOf(t) << CONTEXT_SHIFT;
    }
    int scope = t.$islScope;
    if (scope == 0) {
      scope = ambientScope;
    }
    return (seq | scope) == 0 ? site : variant(seq, scope, site);
  }

  private static int variant(int seq, int scope, int site) {
    long[][] tables = variants;
    if (tables != null && scope < tables.length && tables[scope] != null) {
      long[] table = tables[scope];
      long key = (long) seq << SITE_BITS | site >>> EPOCH_BITS;
      long entry = table[slot(table, key)];
      if (entry != 0) {
        return (int) entry << EPOCH_BITS & Integer.MAX_VALUE;
      }
    }
    return newVariant(seq, scope, site);
  }

  /** Where the entry of the key is, or where it would be put. */
  private static int slot(long[] table, long key) {
    int mask = table.length - 1;
    int at = (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
    while (table[at] != 0 && table[at] >>> SITE_BITS != key) {
      at = at + 1 & mask;
    }
    return at;
  }

  private static synchronized int newVariant(int seq, int scope, int site) {
    int id = variantSite(seq, scope, site >>> EPOCH_BITS);
    if (variants == null || scope >= variants.length) {
      growVariants(scope + 64);
    }
    long[] table = variants[scope];
    if (table == null || 2 * variantCounts[scope] >= table.length) {
      table = bigger(table);
      variants[scope] = table;
    }
    long key = (long) seq << SITE_BITS | site >>> EPOCH_BITS;
    int at = slot(table, key);
    if (table[at] == 0) {
      variantCounts[scope]++;
    }
    table[at] = key << SITE_BITS | id;
    return id << EPOCH_BITS;
  }

  private static void growVariants(int length) {
    long[][] tables = new long[length][];
    int[] counts = new int[length];
    for (int i = 0; variants != null && i < variants.length; i++) {
      tables[i] = variants[i];
      counts[i] = variantCounts[i];
    }
    variantCounts = counts;
    variants = tables;
  }

  private static long[] bigger(long[] table) {
    long[] result = new long[table == null ? 64 : table.length * 2];
    for (int i = 0; table != null && i < table.length; i++) {
      if (table[i] != 0) {
        result[slot(result, table[i] >>> SITE_BITS)] = table[i];
      }
    }
    return result;
  }

  /** The scope is closed: its table is not needed any more, the agent knows the variants. */
  static synchronized void dropScope(int scope) {
    if (variants != null && scope < variants.length) {
      variants[scope] = null;
      variantCounts[scope] = 0;
    }
  }

  /**
   * State of the specs' call sequences for the current stack, at an allocation or at an entry; without the
   * constructors of the given object, if any.
   */
  private static native int sequenceState(boolean allocates, Object inConstruction);

  /** Id of the site seen under the given state (sequences and calling context) and in the given scope. */
  private static native int variantSite(int seq, int scope, int site);
}
