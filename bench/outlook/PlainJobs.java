import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * PlainJobs NAME RECORDS: jobs that read records one by one, each with a way of its own to run out of memory, and twins
 * that do the same work in bounded space. Prints the record at which the heap was full, or the sum of the work.
 */
public final class PlainJobs {
  /** One record of a job. */
  interface Job {
    void record(int n);
  }

  static int now;
  static long sum;

  /** The unit of work. */
  static void read(Job job, int n) {
    now = n;
    job.record(n);
  }

  /** What parsing a record costs, and leaves for the collector. */
  static String parsed(int n) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20; i++) text.append(n * 31L + i).append(';');
    sum += text.length();
    return text.substring(0, 24) + n;
  }

  // Keeps a value for each key that it has seen.
  static final class AccumulatingMap implements Job {
    final Map<String, int[]> byKey = new HashMap<>();

    public void record(int n) {
      byKey.put(parsed(n), new int[] {n, 1, 2, 3});
    }
  }

  static final class BoundedMap implements Job {
    final Map<String, int[]> byKey =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, int[]> eldest) {
            return size() > 20_000;
          }
        };

    public void record(int n) {
      byKey.put(parsed(n), new int[] {n, 1, 2, 3});
    }
  }

  // Collects what it should write.
  static final class UnboundedBuffer implements Job {
    final List<byte[]> rows = new ArrayList<>();

    public void record(int n) {
      rows.add(parsed(n).repeat(4).getBytes());
    }
  }

  static final class FlushedBuffer implements Job {
    final List<byte[]> rows = new ArrayList<>();

    public void record(int n) {
      rows.add(parsed(n).repeat(4).getBytes());
      if (rows.size() == 50_000) rows.clear();
    }
  }

  // Remembers all numbers to find doubles.
  static final class Distinct implements Job {
    final Set<Long> seen = new HashSet<>();

    public void record(int n) {
      parsed(n);
      seen.add(n * 2654435761L);
    }
  }

  static final class DistinctByBits implements Job {
    final BitSet seen = new BitSet();

    public void record(int n) {
      parsed(n);
      seen.set((int) (n * 2654435761L >>> 8 & 0xffffff));
    }
  }

  // Loads a table to join with before the first record: nearly all of the heap.
  static class JoinTable implements Job {
    final List<long[]> table = new ArrayList<>();
    final List<String> matches = new ArrayList<>();

    JoinTable(int rows) {
      for (int i = 0; i < rows; i++) table.add(new long[125]);
    }

    public void record(int n) {
      if (table.get(n % table.size())[0] == 0) matches.add(parsed(n));
      if (matches.size() == 40_000) done();
    }

    void done() {}
  }

  static final class SmallJoinTable extends JoinTable {
    SmallJoinTable() {
      super(20_000);
    }

    @Override
    void done() {
      matches.clear();
    }
  }

  // Rows of a triangle: each record keeps one longer than the last.
  static final class Pairs implements Job {
    final List<int[]> rows = new ArrayList<>();

    public void record(int n) {
      parsed(n);
      rows.add(new int[n / 10]);
    }
  }

  static final class PairsByRow implements Job {
    int[] row;

    public void record(int n) {
      parsed(n);
      row = new int[n / 10 % 5000];
      sum += row.length;
    }
  }

  // Words of a text: ever fewer of them are new.
  static final class Vocabulary implements Job {
    final TreeMap<String, int[]> counts = new TreeMap<>();

    public void record(int n) {
      // Heaps' law, n^0.8.
      parsed(n);
      counts.computeIfAbsent("word" + (int) Math.pow(n, 0.8), w -> new int[64])[n % 64]++;
    }
  }

  static final class TopWords implements Job {
    final TreeMap<String, Integer> counts = new TreeMap<>();

    public void record(int n) {
      parsed(n);
      counts.merge("word" + n % 30_000, 1, Integer::sum);
    }
  }

  // All output in one text.
  static final class OneText implements Job {
    final StringBuilder text = new StringBuilder();

    public void record(int n) {
      text.append(parsed(n)).append('\n');
    }
  }

  // A queue whose reader is slower than its writer.
  static final class SlowReader implements Job {
    final ArrayDeque<String> queue = new ArrayDeque<>();

    public void record(int n) {
      queue.add(parsed(n));
      if (n % 3 == 0) sum += queue.remove().length();
    }
  }

  static final class EvenReader implements Job {
    final ArrayDeque<String> queue = new ArrayDeque<>();

    public void record(int n) {
      queue.add(parsed(n));
      if (queue.size() > 10_000) sum += queue.remove().length();
    }
  }

  // Windows of time that nobody closes.
  static final class OpenWindows implements Job {
    final Map<Integer, List<String>> windows = new HashMap<>();

    public void record(int n) {
      windows.computeIfAbsent(n / 2000, w -> new ArrayList<>()).add(parsed(n));
    }
  }

  static final class ClosedWindows implements Job {
    final Map<Integer, List<String>> windows = new HashMap<>();

    public void record(int n) {
      windows.computeIfAbsent(n / 2000, w -> new ArrayList<>()).add(parsed(n));
      windows.remove(n / 2000 - 5);
    }
  }

  // One record is a hundred times as large as the heap can bear.
  static final class LargeRecord implements Job {
    byte[] record;

    public void record(int n) {
      parsed(n);
      int times = n == 90_000 ? 12 : 1;
      record = new byte[n == 90_000 ? 12 << 20 : 2000];
      for (int i = 1; i < times; i++) record = java.util.Arrays.copyOf(record, record.length + (6 << 20));
    }
  }

  // One record becomes very many objects.
  static final class SharpRecord implements Job {
    public void record(int n) {
      List<String> fields = new ArrayList<>();
      int width = n == 70_000 ? 10_000_000 : 20;
      for (int i = 0; i < width; i++) fields.add("field" + i);
      sum += fields.size();
    }
  }

  static final class EvenRecords implements Job {
    public void record(int n) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < 40; i++) fields.add("field" + i);
      sum += fields.size();
    }
  }

  static Job job(String name) {
    switch (name) {
      case "accumulating-map": return new AccumulatingMap();
      case "bounded-map": return new BoundedMap();
      case "unbounded-buffer": return new UnboundedBuffer();
      case "flushed-buffer": return new FlushedBuffer();
      case "distinct": return new Distinct();
      case "distinct-by-bits": return new DistinctByBits();
      case "join-table": return new JoinTable(50_000);
      case "small-join-table": return new SmallJoinTable();
      case "pairs": return new Pairs();
      case "pairs-by-row": return new PairsByRow();
      case "vocabulary": return new Vocabulary();
      case "top-words": return new TopWords();
      case "one-text": return new OneText();
      case "slow-reader": return new SlowReader();
      case "even-reader": return new EvenReader();
      case "open-windows": return new OpenWindows();
      case "closed-windows": return new ClosedWindows();
      case "large-record": return new LargeRecord();
      case "sharp-record": return new SharpRecord();
      case "even-records": return new EvenRecords();
      default: throw new IllegalArgumentException("no job " + name);
    }
  }

  public static void main(String[] args) {
    int records = Integer.parseInt(args[1]);
    Job job = job(args[0]);
    try {
      for (int n = 1; n <= records; n++) read(job, n);
    } catch (OutOfMemoryError full) {
      job = null;
      System.out.println("full at " + now);
      return;
    }
    System.out.println("sum " + sum);
  }
}
