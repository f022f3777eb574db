import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.Arrays;

/** Another agent, whose premain looks at the members of the two classes that carry our fields and defines the classes again. */
public final class Curious {
  public static void premain(String args, Instrumentation instrumentation) throws Exception {
    for (Class<?> cls : new Class<?>[] {Object.class, Thread.class}) {
      System.out.println(cls + ": " + Arrays.stream(cls.getDeclaredFields()).map(Field::toString).sorted().toList());
      System.out.println(Arrays.stream(cls.getFields()).map(Field::getName).sorted().toList());
      try (InputStream in = cls.getResourceAsStream(cls.getSimpleName() + ".class")) {
        instrumentation.redefineClasses(new ClassDefinition(cls, in.readAllBytes()));
      }
      instrumentation.retransformClasses(cls);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread thread = new Thread(() -> System.out.println("in a thread"));
    thread.start();
    thread.join();
    System.out.println(new Object().equals(thread) + " " + Object.class.getDeclaredFields().length);
  }
}
