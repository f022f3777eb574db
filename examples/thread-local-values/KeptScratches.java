// isl-test: thread-local-values check=manual
import java.util.ArrayList;
import java.util.List;

/** Each piece of work has a thread local of its own and leaves its value there. RemovedScratches does not. */
final class KeptScratches {
  static final class Scratch {
    final long[] cells = new long[64];
    long filled;
  }

  private static final List<ThreadLocal<Scratch>> scratches = new ArrayList<>();

  private static long work(int number) {
    ThreadLocal<Scratch> scratch = new ThreadLocal<>();
    scratches.add(scratch);
    // expect@+1: thread-local-values type=KeptScratches$Scratch held-by=ThreadLocal$ThreadLocalMap$Entry.value
    scratch.set(new Scratch());
    scratch.get().filled += number;
    long result = scratch.get().filled;
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
