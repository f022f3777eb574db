import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;

/**
 * Two map tasks in JVMs of their own, on YARN in this one. usage: Job JAR FOLDER LINES OPTIONS, where OPTIONS are
 * mapreduce.map.java.opts; with fewer than 0 lines the tasks keep nothing.
 */
public final class Job {
    static final class Entry {
        final String line;

        Entry(String line) {
            this.line = line;
        }
    }

    public static final class KeepingMapper extends Mapper<LongWritable, Text, NullWritable, NullWritable> {
        static final List<Entry> kept = new ArrayList<>();
        private boolean keeps;
        private int length;

        @Override
        protected void setup(Context context) {
            keeps = context.getConfiguration().getBoolean("job.keeps", false);
        }

        @Override
        protected void map(LongWritable offset, Text line, Context context) throws IOException, InterruptedException {
            Entry entry = new Entry(line.toString());
            if (keeps) {
                kept.add(entry);
            }
            length += entry.line.length();
        }
    }

    public static void main(String[] args) throws Exception {
        int lines = Integer.parseInt(args[2]);
        Path input = Files.createDirectories(Path.of(args[1], "input"));
        for (String name : List.of("a", "b")) {
            Files.write(input.resolve(name), Collections.nCopies(Math.abs(lines), "a line of the input of task " + name));
        }
        Configuration conf = new Configuration();
        conf.setBoolean("job.keeps", lines > 0);
        conf.set("fs.defaultFS", "file:///");
        conf.set("mapreduce.map.java.opts", "-Xmx256m " + args[3]);
        conf.set("mapreduce.map.memory.mb", "512");
        conf.set("mapreduce.map.maxattempts", "1");
        conf.set("yarn.app.mapreduce.am.resource.mb", "512");
        conf.set("yarn.app.mapreduce.am.command-opts", "-Xmx256m --add-opens=java.base/java.lang=ALL-UNNAMED");
        conf.set("yarn.scheduler.minimum-allocation-mb", "256");
        conf.set("yarn.nodemanager.vmem-check-enabled", "false");
        conf.set("yarn.nodemanager.pmem-check-enabled", "false");
        conf.set("yarn.nodemanager.disk-health-checker.enable", "false");
        MiniMRYarnCluster cluster = new MiniMRYarnCluster("isl", 1);
        cluster.init(conf);
        cluster.start();
        org.apache.hadoop.mapreduce.Job job = org.apache.hadoop.mapreduce.Job.getInstance(cluster.getConfig(), "keeping");
        job.setJar(args[0]);
        job.setMapperClass(KeepingMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputFormatClass(NullOutputFormat.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(NullWritable.class);
        FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
        boolean done = job.waitForCompletion(false);
        System.out.println("tasks " + job.getStatus().getState());
        cluster.stop();
        System.exit(done ? 0 : 1);
    }
}
