import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Another agent, which reads the bytes of classes: by transformers of both kinds, and again of all that are loaded. */
public final class Reader implements ClassFileTransformer {
  private static final Map<String, String> READ = new TreeMap<>();
  private static final int AT_ONCE = 40;
  private static int strange;

  private final String kind;

  private Reader(String kind) {
    this.kind = kind;
  }

  public static void premain(String when, Instrumentation instrumentation) {
    if (when.equals("late")) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> readAll(instrumentation)));
      return;
    }
    instrumentation.addTransformer(new Reader("at load"));
    instrumentation.addTransformer(new Reader("at load, may retransform"), true);
    if (when.equals("again")) readAgain(instrumentation);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> readAll(instrumentation)));
  }

  private static void readAll(Instrumentation instrumentation) {
    instrumentation.addTransformer(new Reader("later"), true);
    readAgain(instrumentation);
    synchronized (READ) {
      READ.forEach((what, sum) -> System.out.println(what + " " + sum));
      System.out.println("with a stranger's code: " + strange);
    }
  }

  private static void readAgain(Instrumentation instrumentation) {
    int failed = 0;
    List<Class<?>> some = new ArrayList<>();
    for (Class<?> cls : instrumentation.getAllLoadedClasses()) {
      if (instrumentation.isModifiableClass(cls) && !cls.getName().contains("Isl")) some.add(cls);
    }
    // Each call stops the program for a while, so that one class after the other takes seconds.
    for (int from = 0; from < some.size(); from += AT_ONCE) {
      List<Class<?>> now = some.subList(from, Math.min(from + AT_ONCE, some.size()));
      try {
        instrumentation.retransformClasses(now.toArray(new Class<?>[0]));
      } catch (Throwable e) {
        failed++;
        System.out.println(now + ": " + e);
      }
    }
    System.out.println("retransformed, failed " + failed);
  }

  @Override
  public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    // Latin 1: what is no text does no harm.
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    synchronized (READ) {
      boolean ours = loader == ClassLoader.getSystemClassLoader();
      if (redefined == null && ours) READ.put(kind + ": " + name, Long.toHexString(sum.getValue()) + " of " + bytes.length);
      if (name.equals("Reader")) return null;
      if (text.contains("java/lang/Isl") || text.contains("$isl")) strange++;
    }
    return null;
  }
}
