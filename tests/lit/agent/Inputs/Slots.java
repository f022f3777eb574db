import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Threads that access elements of many shared arrays by calls, so that no loop counts them: some arrays all the time,
 * all now and then, more of them than a thread has slots. Each array comes to say how often: element 0 is the
 * number of reads, element 1 that of writes, these two included. Arguments: steps of each thread; whether
 * virtual threads do the work.
 */
final class Slots {
  private static final int ARRAYS = 3000, HOT = 40, THREADS = 4, LENGTH = 100;
  private static final int[][] TABLE = new int[ARRAYS][];
  private static final long[][] READS = new long[2 * THREADS][ARRAYS];
  private static final long[][] WRITES = new long[2 * THREADS][ARRAYS];

  private static int read(int[] a, int i) {
    return a[i];
  }

  private static void write(int[] a, int i, int v) {
    a[i] = v;
  }

  private static void work(int thread, int steps) {
    Random random = new Random(thread);
    long sum = 0;
    for (int s = 0; s < steps; s++) {
      int which = s % 8 == 0 ? random.nextInt(ARRAYS) : (random.nextInt(HOT) + s / 100_000 * HOT) % ARRAYS;
      int[] a = TABLE[which];
      try {
        int i = s % 1000 == 0 ? LENGTH : 2 + s % 97; // out of bounds now and then
        if (s % 3 == 0) {
          write(a, i, s);
          WRITES[thread][which]++;
        } else {
          sum += read(a, i);
          READS[thread][which]++;
        }
      } catch (ArrayIndexOutOfBoundsException e) {
        sum++;
      }
      if (s % 5000 == 0) {
        Thread.yield();
      }
    }
    if (sum == 42) {
      System.out.println("unlikely");
    }
  }

  private static void together(int first, int steps, boolean virtual) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int number = first + t;
      Runnable work = () -> work(number, steps);
      Thread thread = virtual
          ? (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work)
          : new Thread(work);
      if (!virtual) {
        thread.start();
      }
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void garbage(int megabytes) {
    List<byte[]> garbage = new ArrayList<>();
    for (int i = 0; i < megabytes; i++) {
      garbage.add(new byte[1 << 20]);
      garbage.clear();
    }
  }

  public static void main(String[] args) throws Exception {
    int steps = Integer.parseInt(args[0]);
    boolean virtual = args.length > 1;
    for (int i = 0; i < ARRAYS; i++) {
      TABLE[i] = new int[LENGTH];
    }
    Thread checks = new Thread(() -> garbage(400)); // checks fall into the work
    checks.start();
    together(0, steps, virtual);
    together(THREADS, steps, virtual);
    checks.join();
    for (int i = 0; i < ARRAYS; i++) {
      long reads = 0, writes = 2;
      for (int t = 0; t < 2 * THREADS; t++) {
        reads += READS[t][i];
        writes += WRITES[t][i];
      }
      TABLE[i][0] = (int) reads;
      TABLE[i][1] = (int) writes;
    }
    garbage(40);
    System.out.println("arrays " + TABLE.length);
  }
}
