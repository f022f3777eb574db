// isl-test: piled-class-loaders check=manual min-site=0,0
// expect: none
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The scripts of KeptScripts, forgotten when they have run. */
public final class DroppedScripts {
  /** The compiled script. */
  public static final class Script implements IntUnaryOperator {
    @Override
    public int applyAsInt(int x) {
      return x * 3 + 1;
    }
  }

  static final class ScriptLoader extends ClassLoader {
    ScriptLoader() {
      super(DroppedScripts.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.endsWith("$Script")) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = getResourceAsStream(name + ".class")) {
        byte[] code = in.readAllBytes();
        Class<?> known = findLoadedClass(name);
        return known != null ? known : defineClass(name, code, 0, code.length);
      } catch (IOException failure) {
        throw new ClassNotFoundException(name, failure);
      }
    }
  }

  private static final List<IntUnaryOperator> started = new ArrayList<>();

  private static int run(int x) throws ReflectiveOperationException {
    ScriptLoader loader = new ScriptLoader();
    Class<?> script = loader.loadClass("DroppedScripts$Script");
    IntUnaryOperator made = (IntUnaryOperator) script.getConstructor().newInstance();
    started.add(made);
    int result = made.applyAsInt(x);
    started.remove(made);
    return result;
  }

  public static void main(String[] args) throws ReflectiveOperationException {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 10; i++) {
        sum += run(i);
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
