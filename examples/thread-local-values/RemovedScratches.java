// isl-test: thread-local-values check=manual
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The work of KeptScratches, which takes its value away. */
final class RemovedScratches {
  static final class Scratch {
    final long[] cells = new long[64];
    long filled;
  }

  private static final List<ThreadLocal<Scratch>> scratches = new ArrayList<>();

  private static long work(int number) {
    ThreadLocal<Scratch> scratch = new ThreadLocal<>();
    scratches.add(scratch);
    scratch.set(new Scratch());
    scratch.get().filled += number;
    long result = scratch.get().filled;
    scratch.remove();
    scratches.clear();
    return result;
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 50; i++) {
        sum += work(round);
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
