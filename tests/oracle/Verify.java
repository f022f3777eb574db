import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Verifies every class below the first directory with the verifier of java.lang.classfile. The other
 * arguments are directories or jars with classes that the hierarchy may need.
 */
public final class Verify {
  private static final int MAX_PRINTED = 20;

  private final Map<String, Path> classes = new HashMap<>();
  private final Path image = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/packages");

  public static void main(String[] args) throws IOException {
    Verify verify = new Verify();
    for (int i = args.length - 1; i >= 0; i--) {
      verify.index(Path.of(args[i]));
    }
    System.exit(verify.run(Path.of(args[0])) ? 0 : 1);
  }

  private void index(Path place) throws IOException {
    Path root = place;
    if (Files.isRegularFile(place)) {
      FileSystem jar = FileSystems.newFileSystem(place);
      root = jar.getPath("/");
    }
    for (Path file : classFiles(root)) {
      String name = root.relativize(file).toString();
      classes.put(name.substring(0, name.length() - ".class".length()), file);
    }
  }

  private static List<Path> classFiles(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  private InputStream open(ClassDesc desc) {
    String descriptor = desc.descriptorString();
    if (!desc.isClassOrInterface()) return null;
    String name = descriptor.substring(1, descriptor.length() - 1);
    try {
      Path known = classes.get(name);
      return known != null ? Files.newInputStream(known) : openInImage(name);
    } catch (IOException e) {
      return null;
    }
  }

  private InputStream openInImage(String name) throws IOException {
    int slash = name.lastIndexOf('/');
    if (slash < 0) return null;
    Path dir = image.resolve(name.substring(0, slash).replace('/', '.'));
    if (!Files.isDirectory(dir)) return null;
    try (Stream<Path> modules = Files.list(dir)) {
      for (Path module : modules.toList()) {
        Path file = module.resolve(name + ".class");
        if (Files.exists(file)) return Files.newInputStream(file);
      }
    }
    return null;
  }

  private boolean run(Path root) throws IOException {
    ClassHierarchyResolver resolver =
        ClassHierarchyResolver.ofResourceParsing(this::open).cached();
    ClassFile verifier =
        ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(resolver));
    int verified = 0;
    int unknown = 0;
    List<String> failures = new ArrayList<>();
    for (Path file : classFiles(root)) {
      try {
        byte[] bytes = Files.readAllBytes(file);
        List<VerifyError> errors = verifier.verify(bytes);
        if (errors.stream().anyMatch(Verify::isBeyondTheVerifier)) {
          unknown++;
          continue;
        }
        verified++;
        errors.forEach(error -> failures.add(root.relativize(file) + ": " + error.getMessage()));
      } catch (RuntimeException e) {
        failures.add(root.relativize(file) + ": " + e);
      }
    }
    failures.stream().limit(MAX_PRINTED).forEach(System.out::println);
    System.out.println("verified " + verified + " classes, " + failures.size() + " failures, "
        + unknown + " beyond the verifier (class files before version 50, missing supertypes)");
    return verified > 0 && failures.isEmpty();
  }

  /**
   * Class files without stack maps need type inference, which this verifier does not do; and the
   * optional dependencies of a jar are often absent. Neither says anything about our edits.
   */
  private static boolean isBeyondTheVerifier(VerifyError error) {
    String message = String.valueOf(error.getMessage());
    return message.startsWith("Inference verification is not supported")
        || message.contains("Could not resolve class");
  }
}
