import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Loads and links every class of java.base; under -Xverify:all each method is verified then. */
public class LoadJavaBase {
  public static void main(String[] args) throws Exception {
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
    List<String> names;
    try (Stream<Path> files = Files.walk(base)) {
      names =
          files
              .map(file -> base.relativize(file).toString())
              .filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
              .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
              .collect(Collectors.toList());
    }
    int linked = 0;
    int refused = 0;
    for (String name : names) {
      try {
        Class.forName(name, false, null).getDeclaredMethods(); // links, does not initialise
        linked++;
      } catch (LinkageError | ClassNotFoundException e) {
        refused++;
        System.out.println(name + ": " + e);
      }
    }
    System.out.println((linked > 6000 ? "all" : "only " + linked) + " linked, " + refused + " refused");
  }
}
