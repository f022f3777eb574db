import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** SparkJobs NAME INPUT: jobs whose executors run out of memory, and twins that do not. Lines are "KEY VALUE". */
public final class SparkJobs {
  // Counts a partition in a map.
  static Iterator<Integer> counted(Iterator<String> lines) {
    Map<String, int[]> counts = new HashMap<>();
    while (lines.hasNext()) counts.computeIfAbsent(lines.next(), k -> new int[64])[0]++;
    return List.of(counts.size()).iterator();
  }

  static Iterator<Integer> countedInParts(Iterator<String> lines) {
    Map<String, int[]> counts = new HashMap<>();
    int sum = 0;
    while (lines.hasNext()) {
      counts.computeIfAbsent(lines.next(), k -> new int[64])[0]++;
      if (counts.size() < 20_000) continue;
      sum += counts.size();
      counts.clear();
    }
    return List.of(sum).iterator();
  }

  // Collects a partition to send it off in one piece.
  static Iterator<Integer> collected(Iterator<String> lines) {
    List<byte[]> rows = new ArrayList<>();
    while (lines.hasNext()) rows.add(lines.next().repeat(12).getBytes());
    return List.of(rows.size()).iterator();
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

  public static void main(String[] args) {
    try (JavaSparkContext context = new JavaSparkContext(new SparkConf().setAppName(args[0]))) {
      JavaRDD<String> lines = context.textFile(args[1], 2).coalesce(2);
      JavaRDD<Integer> out;
      switch (args[0]) {
        case "counting-partition": out = lines.mapPartitions(SparkJobs::counted); break;
        case "counting-in-parts": out = lines.mapPartitions(SparkJobs::countedInParts); break;
        case "collecting-partition": out = lines.mapPartitions(SparkJobs::collected); break;
        case "expanding-line": case "even-lines-in-spark": out = lines.mapPartitions(SparkJobs::expanded); break;
        default: throw new IllegalArgumentException("no job " + args[0]);
      }
      System.out.println("sum " + out.reduce(Integer::sum));
    }
  }
}
