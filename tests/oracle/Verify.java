import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Verifies rewritten classes with the verifier of java.lang.classfile.
 *
 * <pre>
 * Verify OUT PLACE...        OUT holds rewritten classes of the PLACEs (directories or jars)
 * Verify --jars OUT JAR...   OUT/NAME holds the rewritten classes of NAME.jar, for each JAR
 * </pre>
 *
 * The PLACEs and JARs also hold the classes that the hierarchy needs. A class fails when its original
 * verifies and it does not: jars of several origins hold classes that do not fit each other, whoever
 * rewrites them; those are counted apart.
 */
public final class Verify {
  private static final int MAX_PRINTED = 20;

  private final Map<String, Path> classes = new HashMap<>(); // names with slashes to files
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger verified = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();
  private final AtomicInteger refusedBefore = new AtomicInteger();

  public static void main(String[] args) throws IOException {
    Verify verify = new Verify();
    boolean jars = args[0].equals("--jars");
    int first = jars ? 2 : 1;
    Path out = Path.of(args[first - 1]);
    Path[] places = Arrays.stream(args, first, args.length).map(Path::of).toArray(Path[]::new);
    Path[] roots = new Path[places.length];
    for (int i = places.length - 1; i >= 0; i--) { // the first place of a class wins
      roots[i] = rootOf(places[i]);
      verify.classes.putAll(index(roots[i]));
    }
    if (!jars) verify.run(out, verify.classes);
    for (int i = 0; jars && i < places.length; i++) {
      Path rewritten = out.resolve(places[i].getFileName().toString().replaceAll("\\.jar$", ""));
      if (Files.isDirectory(rewritten)) verify.run(rewritten, index(roots[i]));
    }
    System.exit(verify.report() ? 0 : 1);
  }

  private static Path rootOf(Path place) throws IOException {
    if (!Files.isRegularFile(place)) return place;
    FileSystem jar = FileSystems.newFileSystem(place);
    return jar.getPath("/");
  }

  private static Map<String, Path> index(Path root) throws IOException {
    Map<String, Path> found = new HashMap<>();
    for (Path file : classFiles(root)) {
      String name = root.relativize(file).toString();
      found.put(name.substring(0, name.length() - ".class".length()), file);
    }
    return found;
  }

  private static List<Path> classFiles(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  private InputStream open(ClassDesc desc, Map<String, Path> own) {
    if (!desc.isClassOrInterface()) return null;
    String descriptor = desc.descriptorString();
    String name = descriptor.substring(1, descriptor.length() - 1);
    try {
      Path known = own.getOrDefault(name, classes.get(name));
      return known != null ? Files.newInputStream(known) : openInImage(name);
    } catch (IOException e) {
      return null;
    }
  }

  private static InputStream openInImage(String name) throws IOException {
    int slash = name.lastIndexOf('/');
    if (slash < 0) return null;
    FileSystem runtime = FileSystems.getFileSystem(URI.create("jrt:/"));
    Path dir = runtime.getPath("/packages", name.substring(0, slash).replace('/', '.'));
    if (!Files.isDirectory(dir)) return null;
    try (Stream<Path> modules = Files.list(dir)) {
      for (Path module : modules.toList()) {
        Path file = module.resolve(name + ".class");
        if (Files.exists(file)) return Files.newInputStream(file);
      }
    }
    return null;
  }

  // `own` are the originals of the classes below `root`.
  private void run(Path root, Map<String, Path> own) throws IOException {
    ClassHierarchyResolver resolver =
        ClassHierarchyResolver.ofResourceParsing(desc -> open(desc, own))
            .cached(ConcurrentHashMap::new);
    ClassFile verifier = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(resolver));
    classFiles(root).parallelStream().forEach(file -> {
      String name = root.relativize(file).toString();
      Path original = own.get(name.substring(0, name.length() - ".class".length()));
      List<String> errors = errorsOf(verifier, file);
      if (errors.stream().anyMatch(Verify::isBeyondTheVerifier)) {
        unknown.incrementAndGet();
      } else if (errors.isEmpty()) {
        verified.incrementAndGet();
      } else if (original != null && !errorsOf(verifier, original).isEmpty()) {
        refusedBefore.incrementAndGet();
      } else {
        errors.forEach(error -> failures.add(name + ": " + error));
      }
    });
  }

  private static List<String> errorsOf(ClassFile verifier, Path file) {
    try {
      return verifier.verify(Files.readAllBytes(file)).stream().map(Throwable::getMessage).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) { // what cannot even be parsed
      return List.of(e.toString());
    }
  }

  private boolean report() {
    failures.stream().limit(MAX_PRINTED).forEach(System.out::println);
    System.out.println("verified " + verified + " classes, " + failures.size() + " failures, "
        + unknown + " beyond the verifier (class files before version 50, missing supertypes), "
        + refusedBefore + " refused before as well");
    return verified.get() > 0 && failures.isEmpty();
  }

  /**
   * Class files without stack maps need type inference, which this verifier does not do; and the
   * optional dependencies of a jar are often absent. Neither says anything about our edits.
   */
  private static boolean isBeyondTheVerifier(String message) {
    return message.startsWith("Inference verification is not supported")
        || message.contains("Could not resolve class");
  }
}
