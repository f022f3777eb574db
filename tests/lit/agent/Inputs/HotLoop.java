import isl.Amplifier;

/**
 * Two threads read every object of an array again and again, while the main thread asks for one check
 * after the other, each after two full rounds of both: no object is ever unused for an epoch. Half as
 * many others are never read.
 */
final class HotLoop {
  static final class Hot {
    int value;
  }

  static final class Cold {
    int value;
  }

  static final Hot[] hot = new Hot[400];
  static final Cold[] cold = new Cold[200];
  static final long[] rounds = new long[32];
  static volatile boolean stop;
  static volatile long published0;
  static volatile long published1;

  static long sum(Hot[] objects) {
    long sum = 0;
    for (int i = 0; i < objects.length; i++) sum += objects[i].value;
    return sum;
  }

  static void work(boolean first) {
    long sum = 0;
    for (long round = 1; !stop; round++) {
      sum += sum(hot);
      if (first) published0 = round;
      else published1 = round;
    }
    rounds[first ? 0 : 16] = sum;
  }

  static void awaitRounds() throws InterruptedException {
    long from0 = published0;
    long from1 = published1;
    while (published0 < from0 + 2 || published1 < from1 + 2) Thread.sleep(0, 200_000);
  }

  public static void main(String[] args) throws InterruptedException {
    for (int i = 0; i < hot.length; i++) hot[i] = new Hot();
    for (int i = 0; i < cold.length; i++) cold[i] = new Cold();
    Thread a = new Thread(() -> work(true));
    Thread b = new Thread(() -> work(false));
    a.start();
    b.start();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      awaitRounds();
      Amplifier.check();
    }
    stop = true;
    a.join();
    b.join();
  }
}
