import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
      case "large-line": case "even-lines": break;
      default:
        job.setNumReduceTasks(1);
        job.setReducerClass(
            name.equals("remembering-reducer") ? RememberingReducer.class
                : name.equals("streaming-reducer") ? StreamingReducer.class
                : SortingReducer.class);
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
