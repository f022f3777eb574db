import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;

/** Another agent, which redefines a class and asks for its bytes again: what it reads, and what the class then does. */
public final class Redefined implements ClassFileTransformer {
  private static Instrumentation instrumentation;
  private static String read = "none";

  static final class Greeter {
    private final StringBuilder text = new StringBuilder("plain");

    String greet() {
      return text.toString();
    }
  }

  public static void premain(String args, Instrumentation given) {
    instrumentation = given;
  }

  @Override
  public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
    if (!"Redefined$Greeter".equals(name)) return null;
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    read = text.contains("java/lang/Isl") ? "a stranger's code" : text.contains("first") ? "first"
        : text.contains("other") ? "other" : text.contains("plain") ? "plain" : "nothing";
    return null;
  }

  private static byte[] original() throws Exception {
    return Redefined.class.getResourceAsStream("Redefined$Greeter.class").readAllBytes();
  }

  // Words of the same length, so that the class file stays one.
  private static byte[] saying(String word) throws Exception {
    String text = new String(original(), StandardCharsets.ISO_8859_1).replace("plain", word);
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void redefine(byte[] bytes) throws Exception {
    instrumentation.redefineClasses(new ClassDefinition(Greeter.class, bytes));
  }

  private static void say(String when) throws UnmodifiableClassException {
    read = "none";
    instrumentation.retransformClasses(Greeter.class);
    System.out.println(when + ": read " + read + ", says " + new Greeter().greet());
  }

  public static void main(String[] args) throws Exception {
    System.out.println("loaded: says " + new Greeter().greet());
    instrumentation.addTransformer(new Redefined(), true);
    say("again");
    redefine(saying("other"));
    System.out.println("redefined: read " + read + ", says " + new Greeter().greet());
    say("again");
    say("and again");
    try {
      byte[] broken = saying("first");
      redefine(java.util.Arrays.copyOf(broken, broken.length - 7));
    } catch (Error e) {
      System.out.println("refused");
    }
    say("after a refused redefinition");
    redefine(saying("first"));
    say("after another");
    redefine(original());
    instrumentation.retransformClasses(Greeter.class);
    // The VM keeps constants of earlier versions, so what is read may have all of them.
    System.out.println("after the original: says " + new Greeter().greet());
  }

  private Redefined() {}
}
