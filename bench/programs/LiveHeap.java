import java.util.ArrayList;
import java.util.List;

/**
 * A live heap of a given size under a given number of threads: every thread owns a share of small
 * objects, works through it in strides, and replaces some of them, as a cache does.
 */
final class LiveHeap {
  private static final class Entry {
    final long key;
    long uses;
    Entry other;

    Entry(long key) {
      this.key = key;
    }
  }

  public static void main(String[] args) throws Exception {
    int objects = Integer.parseInt(args[0]);
    int threads = Integer.parseInt(args[1]);
    int rounds = Integer.parseInt(args[2]);
    long[] digests = new long[threads];
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread = new Thread(() -> digests[number] = work(number, objects / threads, threads, rounds));
      running.add(thread);
      thread.start();
    }
    long digest = 17;
    for (int i = 0; i < threads; i++) {
      running.get(i).join();
      digest = digest * 31 + digests[i];
    }
    System.out.println("digest " + Long.toHexString(digest));
  }

  /** The threads share a fixed amount of work. */
  private static long work(int number, int objects, int threads, int rounds) {
    Entry[] entries = new Entry[objects];
    for (int i = 0; i < objects; i++) {
      entries[i] = new Entry(i);
      entries[i].other = i == 0 ? null : entries[i / 2];
    }
    long digest = number;
    long random = number + 1;
    for (int round = 0; round < rounds; round++) {
      if (number == 0) {
        Progress.at(round, rounds);
      }
      for (int step = 0; step < 200_000 / threads; step++) {
        random = random * 6364136223846793005L + 1442695040888963407L;
        int at = (int) ((random >>> 33) % objects);
        Entry entry = entries[at];
        entry.uses++;
        digest = digest * 31 + entry.key + (entry.other == null ? 0 : entry.other.uses);
        if ((random >>> 60) == 0) {
          Entry fresh = new Entry(entry.key + 1);
          fresh.other = entry.other;
          entries[at] = fresh;
        }
      }
    }
    return digest;
  }
}
