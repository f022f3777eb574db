import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.CollectionAccumulator;
import scala.Tuple2;

/** SparkJobs NAME INPUT: jobs whose executors run out of memory, and twins that do not. Lines are "KEY VALUE". */
public final class SparkJobs {
  // Counts a partition in a map.
  static Iterator<Integer> counted(Iterator<String> lines) {
    Map<String, int[]> counts = new HashMap<>();
    while (lines.hasNext()) counts.computeIfAbsent(lines.next(), k -> new int[512])[0]++;
    return List.of(counts.size()).iterator();
  }

  static Iterator<Integer> countedInParts(Iterator<String> lines) {
    Map<String, int[]> counts = new HashMap<>();
    int sum = 0;
    while (lines.hasNext()) {
      counts.computeIfAbsent(lines.next(), k -> new int[512])[0]++;
      if (counts.size() < 2_000) continue;
      sum += counts.size();
      counts.clear();
    }
    return List.of(sum).iterator();
  }

  // Collects a partition to send it off in one piece.
  static Iterator<Integer> collected(Iterator<String> lines) {
    List<byte[]> rows = new ArrayList<>();
    while (lines.hasNext()) rows.add(lines.next().repeat(70).getBytes());
    return List.of(rows.size()).iterator();
  }

  // Keeps what it has looked up for all partitions of the executor; the twin keeps the latest.
  static final Map<String, byte[]> CACHE = new HashMap<>();
  static final Map<String, byte[]> LATEST =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
          return size() > 1_000;
        }
      };

  static Iterator<Integer> lookedUp(Iterator<String> lines, Map<String, byte[]> cache) {
    int sum = 0;
    while (lines.hasNext()) sum += cache.computeIfAbsent(lines.next(), k -> k.repeat(70).getBytes()).length;
    return List.of(sum).iterator();
  }

  // Joins with a dictionary that each partition loads.
  static Iterator<Integer> joined(Iterator<String> lines, String dictionary, int most) {
    Map<String, String> words = new HashMap<>();
    try (Stream<String> all = Files.lines(Paths.get(dictionary))) {
      all.forEach(line -> words.put(line, line.repeat(100)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> matches = new ArrayList<>();
    int sum = 0;
    while (lines.hasNext()) {
      String line = lines.next();
      matches.add(words.getOrDefault(line, line.repeat(70)));
      if (matches.size() < most) continue;
      sum += matches.size();
      matches.clear();
    }
    return List.of(sum + matches.size()).iterator();
  }

  // Drops what it has seen before.
  static Iterator<Integer> distinct(Iterator<String> lines) {
    Set<String> seen = new HashSet<>();
    int sum = 0;
    while (lines.hasNext()) sum += seen.add(lines.next().repeat(70)) ? 1 : 0;
    return List.of(sum).iterator();
  }

  static Iterator<Integer> distinctByBits(Iterator<String> lines) {
    BitSet seen = new BitSet();
    while (lines.hasNext()) seen.set(lines.next().repeat(70).hashCode() & 0xffffff);
    return List.of(seen.cardinality()).iterator();
  }

  // Wants the ten largest, and sorts all.
  static Iterator<Integer> top(Iterator<String> lines, int most) {
    TreeMap<String, String[]> best = new TreeMap<>();
    while (lines.hasNext()) {
      String line = lines.next();
      best.put(line.substring(4).repeat(70), line.split(" "));
      if (best.size() > most) best.pollFirstEntry();
    }
    return List.of(best.size()).iterator();
  }

  // Writes a partition as one text.
  static Iterator<Integer> asText(Iterator<String> lines, int most) {
    StringBuilder text = new StringBuilder();
    int sum = 0;
    while (lines.hasNext()) {
      String line = lines.next();
      for (int i = 0; i < 70; i++) text.append(line).append('\n');
      sum++;
      if (text.length() > most) text.setLength(0);
    }
    return List.of(sum).iterator();
  }

  // Hands lines to a thread that writes more slowly than they come; the twin waits for it.
  static final class Writer extends Thread {
    final BlockingQueue<String> queue;
    volatile boolean over;
    long written;

    Writer(BlockingQueue<String> queue) {
      super("writer");
      this.queue = queue;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        while (!over || !queue.isEmpty()) {
          String line = queue.poll(1, TimeUnit.MILLISECONDS);
          for (int i = 0; line != null && i < 20_000; i++) written += line.hashCode() ^ written << 5;
        }
      } catch (InterruptedException e) {
        over = true;
      }
    }
  }

  static Iterator<Integer> handedOn(Iterator<String> lines, BlockingQueue<String> queue)
      throws InterruptedException {
    Writer writer = new Writer(queue);
    writer.start();
    int sum = 0;
    for (; lines.hasNext(); sum++) queue.put(lines.next().repeat(70));
    writer.over = true;
    writer.join();
    return List.of(sum).iterator();
  }

  // Which words come together: a stripe of neighbours for each word.
  static Iterator<Integer> striped(Iterator<String> lines, int most) {
    Map<String, Map<String, int[]>> stripes = new HashMap<>();
    int sum = 0;
    while (lines.hasNext()) {
      String[] words = lines.next().split(" ");
      Map<String, int[]> stripe = stripes.computeIfAbsent(words[0], k -> new HashMap<>());
      stripe.computeIfAbsent(words[1], k -> new int[512])[0]++;
      if (stripe.size() >= most) sum += stripes.remove(words[0]).size();
    }
    return List.of(sum + stripes.size()).iterator();
  }

  // Takes lines apart; one of them is very wide.
  static Iterator<Integer> expanded(Iterator<String> lines) {
    int sum = 0;
    while (lines.hasNext()) {
      List<String> parts = new ArrayList<>();
      int width = lines.next().startsWith("wide") ? 50_000_000 : 10;
      for (int i = 0; i < width; i++) parts.add("part" + i);
      sum += parts.size();
    }
    return List.of(sum).iterator();
  }

  static JavaPairRDD<String, String> keyed(JavaRDD<String> lines) {
    return lines.mapToPair(line -> new Tuple2<>(line.split(" ")[0], line.repeat(70)));
  }

  // Sorts what a key has.
  static Integer sorted(Iterable<String> values) {
    List<String> all = new ArrayList<>();
    values.forEach(all::add);
    all.sort(null);
    return all.size();
  }

  public static void main(String[] args) {
    try (JavaSparkContext context = new JavaSparkContext(new SparkConf().setAppName(args[0]))) {
      JavaRDD<String> lines = context.textFile(args[1], 2).coalesce(2);
      JavaRDD<Integer> out;
      String dictionary = args[1] + ".words";
      switch (args[0]) {
        case "counting-partition": out = lines.mapPartitions(SparkJobs::counted); break;
        case "counting-in-parts": out = lines.mapPartitions(SparkJobs::countedInParts); break;
        case "collecting-partition": out = lines.mapPartitions(SparkJobs::collected); break;
        case "expanding-line": case "even-lines-in-spark": out = lines.mapPartitions(SparkJobs::expanded); break;
        case "caching-executor": out = lines.mapPartitions(rows -> lookedUp(rows, CACHE)); break;
        case "latest-in-executor": out = lines.mapPartitions(rows -> lookedUp(rows, LATEST)); break;
        case "joining-partition": out = lines.mapPartitions(rows -> joined(rows, dictionary, 1 << 30)); break;
        case "joining-with-little": out = lines.mapPartitions(rows -> joined(rows, dictionary, 1_000)); break;
        case "distinct-partition": out = lines.mapPartitions(SparkJobs::distinct); break;
        case "distinct-by-bits": out = lines.mapPartitions(SparkJobs::distinctByBits); break;
        case "top-partition": out = lines.mapPartitions(rows -> top(rows, 1 << 30)); break;
        case "trimmed-top": out = lines.mapPartitions(rows -> top(rows, 10)); break;
        case "text-partition": out = lines.mapPartitions(rows -> asText(rows, 1 << 30)); break;
        case "text-in-parts": out = lines.mapPartitions(rows -> asText(rows, 1 << 20)); break;
        case "handing-partition": out = lines.mapPartitions(rows -> handedOn(rows, new LinkedBlockingQueue<>())); break;
        case "waiting-partition": out = lines.mapPartitions(rows -> handedOn(rows, new ArrayBlockingQueue<>(1000))); break;
        case "stripes-partition": out = lines.mapPartitions(rows -> striped(rows, 1 << 30)); break;
        case "stripes-in-parts": out = lines.mapPartitions(rows -> striped(rows, 10)); break;
        case "noting-executor": {
          CollectionAccumulator<String> notes = context.sc().collectionAccumulator("notes");
          out = lines.map(line -> { notes.add(line.repeat(70)); return 1; });
          break;
        }
        case "large-line-in-spark": out = lines.map(String::length); break;
        case "group-by-key": out = keyed(lines).groupByKey(2).values().map(SparkJobs::sorted); break;
        case "reduce-by-key": out = keyed(lines).mapValues(String::length).reduceByKey(Integer::sum, 2).values(); break;
        case "hot-join": out = keyed(lines).cogroup(keyed(lines).sample(false, 0.1), 2).values().map(both -> sorted(both._1)); break;
        case "collect-to-driver":
          System.out.println("sum " + context.textFile(args[1], 40).map(line -> line.repeat(70)).collect().size());
          return;
        default: throw new IllegalArgumentException("no job " + args[0]);
      }
      System.out.println("sum " + out.reduce(Integer::sum));
    }
  }
}
