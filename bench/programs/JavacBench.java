import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The JDK's own compiler, in process, on a source tree; class files stay in memory. */
final class JavacBench {
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    List<Path> sources;
    try (Stream<Path> files = Files.walk(Paths.get(args[1]))) {
      sources = files.filter(f -> f.toString().endsWith(".java")).sorted().collect(Collectors.toList());
    }
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    long digest = 17;
    for (int i = 0; i < rounds; i++) {
      Progress.at(i, rounds);
      Map<String, ByteArrayOutputStream> classes = new TreeMap<>();
      try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
        boolean accepted = javac.getTask(null, inMemory(files, classes), problem -> { },
            Arrays.asList("-proc:none", "-nowarn", "-XDuseUnsharedTable"), null,
            files.getJavaFileObjectsFromPaths(sources)).call();
        digest = digest * 31 + (accepted ? classes.size() : -1);
      }
      for (Map.Entry<String, ByteArrayOutputStream> entry : classes.entrySet()) {
        digest = digest * 31 + entry.getKey().hashCode();
        digest = digest * 31 + Arrays.hashCode(entry.getValue().toByteArray());
      }
    }
    System.out.println("digest " + Long.toHexString(digest));
  }

  private static JavaFileManager inMemory(
      StandardJavaFileManager files, Map<String, ByteArrayOutputStream> classes) {
    return new ForwardingJavaFileManager<>(files) {
      @Override
      public JavaFileObject getJavaFileForOutput(
          Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
        return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/')), kind) {
          @Override
          public OutputStream openOutputStream() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            classes.put(name, bytes);
            return bytes;
          }
        };
      }
    };
  }
}
