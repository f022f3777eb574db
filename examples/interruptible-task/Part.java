import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** One part of the work: its records are grouped by key, and its result is told group by group. */
final class Part {
  private final int number;
  private final int records;
  private final List<Path> givenUp = new ArrayList<>();
  private TreeMap<Integer, List<Integer>> groups = new TreeMap<>();
  private int at;
  private int held;

  Part(int number, int records) {
    this.number = number;
    this.records = records;
  }

  /** The next records. */
  void work(int most) {
    for (int end = Math.min(records, at + most); at < end; at++, held++) {
      String[] fields = record().split("\t");
      int key = Integer.parseInt(fields[1]);
      groups.computeIfAbsent(key, any -> new ArrayList<>()).add(Integer.parseInt(fields[2]));
    }
  }

  /** A line as a job reads it from a file: name, key and value. */
  private String record() {
    int mixed = (at * 0x9E3779B9) ^ (number * 0x85EBCA6B);
    return "record of part " + number + "\t" + (mixed >>> 8) % 50_000 + "\t" + mixed;
  }

  boolean done() {
    return at == records;
  }

  /** Records whose groups are in memory. */
  int held() {
    return held;
  }

  /**
   * The groups so far go to a file, in the order of their keys; the part can go on, or wait. Little is left to
   * allocate from: so there is no iterator for each group.
   */
  void giveUp(Path folder) throws IOException {
    Path file = folder.resolve("part-" + number + "-" + givenUp.size());
    try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      for (Map.Entry<Integer, List<Integer>> group : groups.entrySet()) {
        List<Integer> values = group.getValue();
        out.writeInt(group.getKey());
        out.writeInt(values.size());
        for (int i = 0; i < values.size(); i++) {
          out.writeInt(values.get(i));
        }
      }
    }
    givenUp.add(file);
    groups = new TreeMap<>();
    held = 0;
  }

  /** A sum over all groups that tells whether a record is missing or in a wrong one. */
  long finish() throws IOException {
    PriorityQueue<Run> runs = new PriorityQueue<>();
    try {
      for (Path file : givenUp) {
        Run.begin(new DataInputStream(new BufferedInputStream(Files.newInputStream(file))), runs);
      }
      Run.begin(groups.entrySet().iterator(), runs);
      long result = 0;
      while (!runs.isEmpty()) {
        int key = runs.peek().key;
        long size = 0;
        long sum = 0;
        while (!runs.isEmpty() && runs.peek().key == key) {
          Run run = runs.remove();
          size += run.size;
          sum += run.sum;
          if (run.next()) {
            runs.add(run);
          }
        }
        result += (31L * key + size) * 31 + sum * size;
      }
      return result;
    } finally {
      for (Run run : runs) {
        run.close();
      }
      for (Path file : givenUp) {
        Files.delete(file);
      }
      groups = new TreeMap<>();
    }
  }

  /** Groups in the order of their keys, from memory or from a file. */
  private static final class Run implements Comparable<Run> {
    private final Iterator<Map.Entry<Integer, List<Integer>>> memory;
    private final DataInputStream file;
    int key;
    int size;
    long sum;

    private Run(Iterator<Map.Entry<Integer, List<Integer>>> memory, DataInputStream file) {
      this.memory = memory;
      this.file = file;
    }

    static void begin(Iterator<Map.Entry<Integer, List<Integer>>> memory, PriorityQueue<Run> runs) throws IOException {
      Run run = new Run(memory, null);
      if (run.next()) {
        runs.add(run);
      }
    }

    static void begin(DataInputStream file, PriorityQueue<Run> runs) throws IOException {
      Run run = new Run(null, file);
      if (run.next()) {
        runs.add(run);
      }
    }

    boolean next() throws IOException {
      sum = 0;
      if (memory != null) {
        if (!memory.hasNext()) {
          return false;
        }
        Map.Entry<Integer, List<Integer>> group = memory.next();
        key = group.getKey();
        size = group.getValue().size();
        for (int value : group.getValue()) {
          sum += value;
        }
        return true;
      }
      try {
        key = file.readInt();
      } catch (EOFException e) {
        close();
        return false;
      }
      size = file.readInt();
      for (int i = 0; i < size; i++) {
        sum += file.readInt();
      }
      return true;
    }

    void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }

    @Override
    public int compareTo(Run other) {
      return Integer.compare(key, other.key);
    }
  }
}
