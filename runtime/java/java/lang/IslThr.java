package java.lang;

/**
 * Compile-time stand-in for java.lang.Thread with the fields that the agent adds to it. The build
 * renames this class to java/lang/Thread inside IslRT.class; it is never loaded.
 */
class IslThr {
  /** Call site of the program that is charged for what the JDK allocates, shifted; 0 = none. */
  transient int $islSite;

  /** What $islSite was when the thread entered the outermost region that it is in. */
  transient int $islOuter;

  /** Regions that the thread is in; see IslRT. */
  transient int $islCtx;

  /** Automaton state of the specs' call sequences; 0 = nothing matches. */
  transient int $islSeq;

  /** Scope that the thread has open, see isl.Amplifier; 0 = none. */
  transient int $islScope;

  /** Calling context, see IslRT.enterContext. */
  transient long $islContext;

  /** Saved states: element 0 is the depth. */
  transient int[] $islSeqStack;

  /** Site of the object that the thread is about to construct, shifted; 0 = unknown. */
  transient int $islNew;

  /** Address of the log of a carrier thread's events; 0 = none yet, -1 = it has no events. */
  transient long $islLog;

  static native IslThr currentThread();

  static native IslThr currentCarrierThread();
}
