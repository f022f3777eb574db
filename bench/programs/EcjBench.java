import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

/** The Eclipse compiler on a source tree, into a scratch directory. */
final class EcjBench {
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    Path out = Files.createTempDirectory("ecj-bench");
    long digest = 17;
    for (int i = 0; i < rounds; i++) {
      Progress.at(i, rounds);
      StringWriter messages = new StringWriter();
      boolean accepted = BatchCompiler.compile(
          new String[] {"--release", "11", "-nowarn", "-proc:none", "-g", "-d", out.toString(), args[1]},
          new PrintWriter(messages), new PrintWriter(messages), null);
      digest = digest * 31 + (accepted ? 1 : 0);
    }
    List<Path> classes;
    try (Stream<Path> files = Files.walk(out)) {
      classes = files.sorted().collect(Collectors.toList());
    }
    for (Path file : classes) {
      if (Files.isRegularFile(file)) {
        digest = digest * 31 + out.relativize(file).toString().hashCode();
        digest = digest * 31 + Arrays.hashCode(Files.readAllBytes(file));
      }
    }
    for (int i = classes.size() - 1; i >= 0; i--) {
      Files.delete(classes.get(i));
    }
    System.out.println(classes.size() + " files, digest " + Long.toHexString(digest));
  }
}
