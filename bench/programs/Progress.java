import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;

/**
 * Tells the runner how a program is getting on, in the file that the property bench.progress names:
 * "half TICKS" is the CPU time of the process when half the rounds are done, so that the second half
 * can be measured without start-up and warm-up. With bench.heap=true full collections at eight points
 * are followed by "heap BYTES". Without the property nothing happens.
 */
final class Progress {
  private static final String PATH = System.getProperty("bench.progress");
  private static final boolean HEAP = Boolean.getBoolean("bench.heap");
  private static final int POINTS = 8;

  private Progress() {}

  static void at(int round, int rounds) {
    if (PATH == null || round == 0) {
      return;
    }
    if (round == rounds / 2) {
      say("half " + ticks());
    }
    if (HEAP && (long) round * POINTS / rounds != (long) (round - 1) * POINTS / rounds) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      say("heap " + (runtime.totalMemory() - runtime.freeMemory()));
    }
  }

  /** User and system time in clock ticks: fields 14 and 15, counted behind the command's name. */
  private static long ticks() {
    try {
      String stat = new String(Files.readAllBytes(Paths.get("/proc/self/stat")), StandardCharsets.US_ASCII);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the CPU time", e);
    }
  }

  private static void say(String line) {
    Path path = Paths.get(PATH);
    try {
      Files.write(path, (line + "\n").getBytes(StandardCharsets.US_ASCII), StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new IllegalStateException("cannot write " + path, e);
    }
  }
}
