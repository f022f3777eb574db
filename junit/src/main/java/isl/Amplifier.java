package isl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * What a program, or a test tool, can say to the ISL agent of its JVM.
 *
 * <p>Without an agent every method returns at once and does nothing, so calls may stay in the code.
 * All methods may be called from any thread.
 */
public final class Amplifier {
  private static final boolean ATTACHED = probe();

  /** Ids of the scopes that the thread has open, innermost last. */
  private static final ThreadLocal<Deque<Integer>> OPEN = ThreadLocal.withInitial(ArrayDeque::new);

  private Amplifier() {}

  /** True when an ISL agent runs in this JVM. */
  public static boolean attached() {
    return ATTACHED;
  }

  /**
   * Checks the heap once (a full collection and a walk) and returns when the check is done. It counts
   * like any other check of the run.
   */
  public static void check() {
    if (ATTACHED) {
      boolean interrupted = Thread.interrupted();
      interrupted |= forceCheck();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * The VSO of a spec at the last check; 1.0 before the first one.
   *
   * @param spec name of a spec, or null for the highest value of all specs
   * @return NaN without an agent or when the agent has no such spec
   */
  public static double vso(String spec) {
    return ATTACHED ? latestVso(spec) : Double.NaN;
  }

  /**
   * Opens a scope, such as a test, on the calling thread: what the thread allocates from here to
   * {@link #end()} is charged to it, and so is what threads without a scope of their own allocate
   * while no other thread has one open. Scopes nest; the innermost one counts. Scopes of one name are
   * one. Needs the agent option {@code scopes=on}, else nothing happens.
   */
  public static void begin(String scope) {
    if (ATTACHED) {
      Deque<Integer> open = OPEN.get();
      open.addLast(open(Thread.currentThread(), scope, open.isEmpty() ? 0 : open.peekLast()));
    }
  }

  /** Closes the scope that the calling thread opened last; does nothing when there is none. */
  public static void end() {
    if (ATTACHED) {
      Deque<Integer> open = OPEN.get();
      if (!open.isEmpty()) {
        int scope = open.removeLast();
        close(Thread.currentThread(), scope, open.isEmpty() ? 0 : open.peekLast());
        if (open.isEmpty()) {
          OPEN.remove();
        }
      }
    }
  }

  /** True when the agent keeps scopes apart (its option {@code scopes=on}). */
  public static boolean scopesOn() {
    return ATTACHED && keepsScopes();
  }

  /**
   * Tries out what the objects that a scope left behind come to when the program runs on and nobody
   * uses them: for each spec as many checks as twice its history are made with the program standing
   * still. These trial checks do not count for the run: its own checks, penalties and verdict stay as
   * they are.
   *
   * @return one verdict a spec; empty without an agent, without {@code scopes=on}, or when the agent
   *     never heard of the scope
   */
  public static List<ScopeVerdict> judge(String scope) {
    if (!ATTACHED) {
      return Collections.emptyList();
    }
    boolean interrupted = Thread.interrupted();
    String[] facts = trial(scope);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    List<ScopeVerdict> verdicts = new ArrayList<>();
    for (int i = 0; facts != null && i + ScopeVerdict.FACTS <= facts.length; i += ScopeVerdict.FACTS) {
      verdicts.add(new ScopeVerdict(facts, i));
    }
    return verdicts;
  }

  private static boolean probe() {
    try {
      return interfaceVersion() == 1;
    } catch (UnsatisfiedLinkError e) {
      return false; // no agent: HotSpot finds natives of any class in agent libraries
    }
  }

  private static native int interfaceVersion();

  /** True when the thread was interrupted meanwhile. */
  private static native boolean forceCheck();

  private static native double latestVso(String spec);

  private static native int open(Thread thread, String scope, int outer);

  private static native void close(Thread thread, int scope, int outer);

  private static native boolean keepsScopes();

  private static native String[] trial(String scope);
}
