import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** HadoopJobs NAME INPUT OUTPUT: MapReduce jobs in Hadoop's local runner. Lines are "KEY VALUE". */
public final class HadoopJobs {
  static final Set<String> TWINS =
      Set.of("trimmed-top", "stripes-by-line", "latest-in-cache", "waiting-mapper");

  static class Keyed extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(" ", 2);
      context.write(new Text(words[0]), new Text(words[1]));
    }
  }

  // Counts in the mapper, in a map that is written at the end.
  public static final class CombiningMapper extends Mapper<LongWritable, Text, Text, Text> {
    private final Map<String, int[]> counts = new HashMap<>();

    @Override
    protected void map(LongWritable at, Text line, Context context) {
      counts.computeIfAbsent(line.toString(), k -> new int[4])[0]++;
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Map.Entry<String, int[]> one : counts.entrySet())
        context.write(new Text(one.getKey()), new Text(one.getValue()[0] + ""));
    }
  }

  // The same, written whenever there are many.
  public static final class FlushingMapper extends Mapper<LongWritable, Text, Text, Text> {
    private final Map<String, int[]> counts = new HashMap<>();

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      counts.computeIfAbsent(line.toString(), k -> new int[4])[0]++;
      if (counts.size() < 2000) return;
      for (Map.Entry<String, int[]> one : counts.entrySet())
        context.write(new Text(one.getKey()), new Text(one.getValue()[0] + ""));
      counts.clear();
    }
  }

  // Loads what it joins with, all of it.
  public static final class JoiningMapper extends Mapper<LongWritable, Text, Text, Text> {
    private final List<int[]> table = new ArrayList<>();
    private final List<String> matches = new ArrayList<>();

    @Override
    protected void setup(Context context) {
      int megabytes = context.getConfiguration().getInt("table", 0);
      for (int i = 0; i < megabytes * 1024; i++) table.add(new int[252]);
    }

    @Override
    protected void map(LongWritable at, Text line, Context context) {
      if (table.get((int) (at.get() % table.size()))[0] == 0) matches.add(line.toString());
      if (context.getConfiguration().getInt("table", 0) < 20 && matches.size() > 5000) matches.clear();
    }
  }

  // Loads a dictionary from a file, whatever its size.
  public static final class DictionaryMapper extends Mapper<LongWritable, Text, Text, Text> {
    private final Map<String, String> words = new HashMap<>();

    @Override
    protected void setup(Context context) throws IOException {
      try (Stream<String> lines = Files.lines(Paths.get(context.getConfiguration().get("dictionary")))) {
        lines.forEach(line -> words.put(line, line.toUpperCase(Locale.ROOT)));
      }
    }

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      String text = line.toString();
      context.write(new Text(words.getOrDefault(text, "none")), line);
    }
  }

  // Wants the ten largest, and sorts all.
  public static final class TopMapper extends Mapper<LongWritable, Text, Text, Text> {
    private final TreeMap<String, String> best = new TreeMap<>();

    @Override
    protected void map(LongWritable at, Text line, Context context) {
      String[] words = line.toString().split(" ", 2);
      best.put(words[1], words[0]);
      if (context.getConfiguration().getBoolean("trim", false) && best.size() > 10) best.pollFirstEntry();
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (String one : best.descendingMap().values().stream().limit(10).collect(Collectors.toList()))
        context.write(new Text(one), new Text("1"));
    }
  }

  // Which words come together: a stripe of neighbours for each word, written at the end, or line by line.
  public static final class StripesMapper extends Mapper<LongWritable, Text, Text, Text> {
    private final Map<String, Map<String, Integer>> stripes = new HashMap<>();

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(" ", 2);
      stripes.computeIfAbsent(words[0], k -> new HashMap<>()).merge(words[1], 1, Integer::sum);
      if (context.getConfiguration().getBoolean("trim", false)) cleanup(context);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Map.Entry<String, Map<String, Integer>> one : stripes.entrySet())
        context.write(new Text(one.getKey()), new Text(one.getValue().size() + ""));
      stripes.clear();
    }
  }

  // Keeps what it has looked up in a static cache, for all tasks of the JVM; the twin keeps the latest.
  public static final class CachingMapper extends Mapper<LongWritable, Text, Text, Text> {
    static final Map<String, String[]> CACHE = new HashMap<>();
    static final Map<String, String[]> LATEST =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, String[]> eldest) {
            return size() > 5_000;
          }
        };

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      Map<String, String[]> cache =
          context.getConfiguration().getBoolean("trim", false) ? LATEST : CACHE;
      String[] words = cache.computeIfAbsent(line.toString(), k -> k.split(" "));
      context.write(new Text(words[0]), line);
    }
  }

  // Hands lines to a thread that writes more slowly than they come; the twin waits for it.
  public static final class HandingMapper extends Mapper<LongWritable, Text, Text, Text> {
    private BlockingQueue<String> queue;
    private Thread writer;
    private volatile boolean over;
    private long written;

    @Override
    protected void setup(Context context) {
      boolean waits = context.getConfiguration().getBoolean("trim", false);
      queue = waits ? new ArrayBlockingQueue<>(1000) : new LinkedBlockingQueue<>();
      writer = new Thread(this::write, "writer");
      writer.setDaemon(true);
      writer.start();
    }

    void write() {
      try {
        while (!over || !queue.isEmpty()) {
          String line = queue.poll(1, TimeUnit.MILLISECONDS);
          for (int i = 0; line != null && i < 20_000; i++) written += line.hashCode() ^ written << 5;
        }
      } catch (InterruptedException e) {
        over = true;
      }
    }

    @Override
    protected void map(LongWritable at, Text line, Context context) throws InterruptedException {
      queue.put(line.toString().repeat(3));
    }

    @Override
    protected void cleanup(Context context) throws InterruptedException {
      over = true;
      writer.join();
    }
  }

  // Takes a line apart into all that it can be.
  public static final class ExpandingMapper extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      List<String> parts = new ArrayList<>();
      String text = line.toString();
      int width = text.startsWith("wide") ? 5_000_000 : 10;
      for (int i = 0; i < width; i++) parts.add("part" + i);
      context.write(new Text(parts.get(parts.size() - 1)), new Text("1"));
    }
  }

  // Remembers what a key had, for all keys.
  public static final class RememberingReducer extends Reducer<Text, Text, Text, Text> {
    private final Set<String> seen = new HashSet<>();

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      for (Text value : values) seen.add(value.toString());
      context.write(key, new Text(seen.size() + ""));
    }
  }

  // Buffers the values of a key to sort them.
  public static final class SortingReducer extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      List<String> all = new ArrayList<>();
      for (Text value : values) all.add(value.toString());
      all.sort(null);
      context.write(key, new Text(all.get(0)));
    }
  }

  // Writes all that a key has as one text.
  public static final class TextReducer extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      StringBuilder text = new StringBuilder();
      for (Text value : values) text.append(value).append(';');
      context.write(key, new Text(text.toString()));
    }
  }

  // Joins the rows of a key with each other: one side is held.
  public static final class JoiningReducer extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      Map<Boolean, List<Text>> sides = new HashMap<>();
      for (Text value : values)
        sides.computeIfAbsent(value.charAt(7) % 2 == 0, k -> new ArrayList<>()).add(new Text(value));
      for (List<Text> side : sides.values()) context.write(key, new Text(side.size() + ""));
    }
  }

  public static final class StreamingReducer extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      int longest = 0;
      for (Text value : values) longest = Math.max(longest, value.getLength());
      context.write(key, new Text(longest + ""));
    }
  }

  static void classesFor(Job job, String name) {
    job.setMapperClass(Keyed.class);
    job.setNumReduceTasks(0);
    switch (name) {
      case "combining-mapper": job.setMapperClass(CombiningMapper.class); break;
      case "flushing-mapper": job.setMapperClass(FlushingMapper.class); break;
      case "joining-mapper": case "small-table": job.setMapperClass(JoiningMapper.class); break;
      case "expanding-mapper": case "even-mapper": job.setMapperClass(ExpandingMapper.class); break;
      case "dictionary-mapper": case "small-dictionary": job.setMapperClass(DictionaryMapper.class); break;
      case "top-mapper": case "trimmed-top": job.setMapperClass(TopMapper.class); break;
      case "stripes-mapper": case "stripes-by-line": job.setMapperClass(StripesMapper.class); break;
      case "caching-mapper": case "latest-in-cache": job.setMapperClass(CachingMapper.class); break;
      case "handing-mapper": case "waiting-mapper": job.setMapperClass(HandingMapper.class); break;
      case "large-line": case "even-lines": break;
      default: reducerFor(job, name);
    }
  }

  static void reducerFor(Job job, String name) {
    job.setNumReduceTasks(1);
    switch (name) {
      case "remembering-reducer": job.setReducerClass(RememberingReducer.class); break;
      case "streaming-reducer": job.setReducerClass(StreamingReducer.class); break;
      case "text-reducer": case "even-texts": job.setReducerClass(TextReducer.class); break;
      case "joining-reducer": case "even-join": job.setReducerClass(JoiningReducer.class); break;
      case "hot-key": case "even-keys": job.setReducerClass(SortingReducer.class); break;
      default: throw new IllegalArgumentException("no job " + name);
    }
  }

  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "local");
    conf.set("fs.defaultFS", "file:///");
    conf.setInt("mapreduce.task.io.sort.mb", 4);
    conf.set("mapreduce.reduce.shuffle.input.buffer.percent", "0.1");
    conf.set("hadoop.tmp.dir", args[2] + ".tmp");
    conf.setInt("table", args[0].equals("joining-mapper") ? 66 : 8);
    conf.set("dictionary", args[1] + ".words");
    conf.setBoolean("trim", TWINS.contains(args[0]));
    Job job = Job.getInstance(conf, args[0]);
    job.setJarByClass(HadoopJobs.class);
    classesFor(job, args[0]);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Text.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    FileInputFormat.addInputPath(job, new Path(args[1]));
    FileOutputFormat.setOutputPath(job, new Path(args[2]));
    System.out.println(job.waitForCompletion(false) ? "done" : "failed");
  }
}
