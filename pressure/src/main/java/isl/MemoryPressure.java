package isl;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells a program that it is running out of memory, early enough to give something up.
 *
 * <p>The pressure is high from a full collection that left less than 10 % of the heap free until a
 * collection leaves more than 20 %. The ISL agent of the JVM sees both in the VM's own counters at the
 * end of each collection (Serial, Parallel and G1). Without an agent, and under other collectors, the
 * pressure is never high. All methods may be called from any thread.
 */
public final class MemoryPressure {
  private static final boolean ATTACHED = probe();
  private static final List<Listener> LISTENERS = new CopyOnWriteArrayList<>();
  private static boolean watching;

  private MemoryPressure() {}

  /** What is told of changes, on a thread of its own: {@code isl-pressure}. */
  public interface Listener {
    /** A full collection was of no use. Called again when another one was. */
    void high();

    /** A collection has left enough. */
    default void relieved() {}
  }

  /** True while the program is under memory pressure; takes no longer than a native call. */
  public static boolean isHigh() {
    return ATTACHED && high(state());
  }

  /** Tells the listener of each change from now on, until it is removed. Without an agent there is none. */
  public static void addListener(Listener listener) {
    LISTENERS.add(listener);
    if (ATTACHED) {
      watch();
    }
  }

  /** The listener is told no more. */
  public static void removeListener(Listener listener) {
    LISTENERS.remove(listener);
  }

  private static synchronized void watch() {
    if (watching) {
      return;
    }
    watching = true;
    int seen = state();
    Thread thread = new Thread(() -> tell(seen), "isl-pressure");
    thread.setDaemon(true);
    thread.start();
  }

  private static void tell(int first) {
    int seen = first;
    while (true) {
      seen = awaitChange(seen);
      for (Listener listener : LISTENERS) {
        try {
          if (high(seen)) {
            listener.high();
          } else {
            listener.relieved();
          }
        } catch (RuntimeException | OutOfMemoryError e) { // the other listeners want to know, too
          Thread self = Thread.currentThread();
          self.getUncaughtExceptionHandler().uncaughtException(self, e);
        }
      }
    }
  }

  private static boolean high(int state) {
    return (state & 1) != 0;
  }

  private static boolean probe() {
    try {
      state();
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false; // no agent, see Amplifier
    }
  }

  /** Changes with each useless collection and each relief; odd while the pressure is high. */
  private static native int state();

  private static native int awaitChange(int seen);
}
