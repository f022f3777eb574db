import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Job ROUNDS: partitions that look at numbers, and keep every fourth for nobody when ROUNDS is positive. */
public final class Job {
  static final class Entry {
    final byte[] data = new byte[200];
  }

  static final List<Entry> kept = new ArrayList<>();

  static void keep(Entry entry) {
    synchronized (kept) {
      kept.add(entry);
    }
  }

  static long work(int partition, boolean leaks) {
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      if (leaks && i % 4 == 0) keep(new Entry());
      sum += new StringBuilder(200).append(i).append(partition).toString().length();
    }
    return sum;
  }

  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    boolean leaks = rounds > 0;
    try (JavaSparkContext context = new JavaSparkContext(new SparkConf().setAppName("job"))) {
      List<Integer> partitions = new ArrayList<>();
      for (int i = 0; i < 8; i++) partitions.add(i);
      long sum = 0;
      for (int round = 0; round < Math.abs(rounds); round++)
        sum += context.parallelize(partitions, 8).map(p -> work(p, leaks)).reduce(Long::sum);
      System.out.println("sum " + sum);
    }
  }
}
