// isl-test: leak

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * A host that loads its plugin anew at every deployment, each time with a class loader of its own.
 * The plugin registers a callback for the end of the host, and undeploying forgets it: the callback
 * holds its class, the class its loader, and the loader what the plugin's static fields hold.
 * RepairedPlugins takes the callback back.
 */
public final class LeakingPlugins {
  /** The plugin: a table of tariffs in a static field, filled when the plugin starts. */
  public static final class Tariffs implements IntUnaryOperator {
    private static final Map<Integer, Tariff> table = new HashMap<>();

    public Tariffs() {
      load(200);
      atExit.put(this, () -> System.err.println("tariffs used: " + table.size()));
    }

    private static void load(int count) {
      for (int i = 0; i < count; i++) {
        // expect@+1: leak type=LeakingPlugins$Tariff held-by=LeakingPlugins$Tariffs.table, leak type=Integer held-by=LeakingPlugins$Tariffs.table, leak type=HashMap$Node held-by=LeakingPlugins$Tariffs.table
        table.put(i, new Tariff(i));
      }
    }

    @Override
    public int applyAsInt(int request) {
      Tariff tariff = table.get(request % table.size());
      return tariff.base + tariff.steps[request % tariff.steps.length];
    }
  }

  static final class Tariff {
    final int base;
    final int[] steps = new int[24];

    Tariff(int base) {
      this.base = base;
      for (int i = 0; i < steps.length; i++) {
        steps[i] = base * i % 97;
      }
    }
  }

  /** Defines the plugin's classes itself and leaves all others to the host's loader. */
  static final class PluginLoader extends ClassLoader {
    PluginLoader() {
      // may-expect@+1: leak held-by=LeakingPlugins.atExit
      super(LeakingPlugins.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("LeakingPlugins$Tariff")) {
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

  public static final Map<Object, Runnable> atExit = new LinkedHashMap<>();
  private static final Map<String, IntUnaryOperator> deployed = new HashMap<>();

  private static void deploy(String name) throws ReflectiveOperationException {
    Class<?> plugin = new PluginLoader().loadClass("LeakingPlugins$Tariffs");
    deployed.put(name, (IntUnaryOperator) plugin.getConstructor().newInstance());
  }

  private static void undeploy(String name) {
    IntUnaryOperator plugin = deployed.remove(name);
    if (plugin == null) {
      throw new IllegalStateException(name + " is not deployed");
    }
  }

  private static long serve(String name, int request) {
    IntUnaryOperator plugin = deployed.get(name);
    StringBuilder page = new StringBuilder(6000);
    while (page.length() < 5000) {
      page.append(request).append(": ").append(plugin.applyAsInt(request++)).append('\n');
    }
    return page.toString().hashCode();
  }

  public static void main(String[] args) throws ReflectiveOperationException {
    int deployments = args.length > 0 ? Integer.parseInt(args[0]) : 600;
    long digest = 17;
    for (int i = 0; i < deployments; i++) {
      deploy("tariffs");
      for (int request = 0; request < 60; request++) {
        digest = digest * 31 + serve("tariffs", i * 60 + request);
      }
      undeploy("tariffs");
    }
    System.out.println(deployments + " deployments, digest " + Long.toHexString(digest));
  }
}
