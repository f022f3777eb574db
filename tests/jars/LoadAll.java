import java.io.IOException;
import java.io.PrintWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;

/**
 * Loads and links (so verifies) every class of some jars with one class loader, without initialising
 * any, and writes one line per class: its name and "linked" or the kind of the error.
 * Two runs over the same jars write the same file unless something changed the classes.
 *
 * <pre>LoadAll LIST OUTCOMES   LIST: paths of jars, one a line</pre>
 */
public final class LoadAll {
  public static void main(String[] args) throws IOException {
    List<URL> urls = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (String jar : Files.readAllLines(Path.of(args[0]))) {
      urls.add(Path.of(jar).toUri().toURL());
      addClasses(jar, names);
    }
    int linked = 0;
    int refused = 0;
    try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), null);
        PrintWriter out = new PrintWriter(args[1])) {
      for (String name : names) {
        String outcome = link(loader, name);
        if (outcome.equals("linked")) linked++;
        if (outcome.startsWith("java.lang.VerifyError")) refused++;
        out.println(name + " " + outcome);
      }
    }
    System.out.println(names.size() + " classes, " + linked + " linked, " + refused + " refused, "
        + (names.size() - linked - refused) + " not resolvable");
  }

  private static void addClasses(String jar, Set<String> names) throws IOException {
    try (JarFile file = new JarFile(jar)) {
      file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
          .filter(name -> !name.endsWith("module-info.class"))
          .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
          .forEach(names::add);
    }
  }

  // Asking for the methods links the class. Which of several absent classes the VM names depends on the
  // order of its method table, which two runs do not share: the kind of the error is compared alone.
  private static String link(ClassLoader loader, String name) {
    try {
      Class.forName(name, false, loader).getDeclaredMethods();
      return "linked";
    } catch (LinkageError | ClassNotFoundException | SecurityException e) {
      return e.getClass().getName();
    }
  }

  private LoadAll() {}
}
