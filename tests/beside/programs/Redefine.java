import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatchers;

/** Byte Buddy as a premain and in the program: fields in premain, redefined classes, advice, digests of bytes at load. */
public final class Redefine {
  private static final Map<String, String> SEEN = new TreeMap<>();

  public static class Greeter {
    public String greet() {
      return "plain";
    }
  }

  public static void premain(String args, Instrumentation instrumentation) {
    for (Class<?> type : new Class<?>[] {Object.class, Thread.class, String.class}) {
      for (Field field : type.getDeclaredFields()) SEEN.put(type.getName() + "." + field.getName(), "field");
    }
    instrumentation.addTransformer(new ClassFileTransformer() {
      @Override public byte[] transform(ClassLoader loader, String name, Class<?> redefined,
          java.security.ProtectionDomain domain, byte[] bytes) {
        if (redefined == null && name != null && (name.startsWith("Orders") || name.startsWith("org/h2/"))) {
          synchronized (SEEN) {
            SEEN.put(name, "class " + Arrays.hashCode(bytes));
          }
        }
        return null;
      }
    }, true);
  }

  public static void main(String[] args) throws Exception {
    Instrumentation instrumentation = ByteBuddyAgent.install();
    new ByteBuddy().redefine(Greeter.class).method(ElementMatchers.named("greet"))
        .intercept(FixedValue.value("redefined")).make()
        .load(Greeter.class.getClassLoader(), ClassReloadingStrategy.of(instrumentation));
    System.out.println(new Greeter().greet());
    for (Class<?> type : new Class<?>[] {Object.class, Thread.class}) {
      new ByteBuddy().redefine(type, ClassFileLocator.ForInstrumentation.of(instrumentation, type)).make()
          .load(null, ClassReloadingStrategy.of(instrumentation));
      System.out.println("redefined " + type.getName());
    }
    new ByteBuddy().redefine(Orders.class).visit(Advice.to(Counted.class).on(ElementMatchers.named("main"))).make()
        .load(Orders.class.getClassLoader(), ClassReloadingStrategy.of(instrumentation));
    Orders.main(args);
    synchronized (SEEN) {
      SEEN.forEach((name, what) -> System.out.println(name + " " + what));
    }
  }

  public static final class Counted {
    @Advice.OnMethodExit public static void exit() {
      System.out.println("advice");
    }

    private Counted() {}
  }

  private Redefine() {}
}
