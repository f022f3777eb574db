import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Each method makes the JDK allocate and keep an object after it has called the program back, and the program
 * has called the JDK from there. The object belongs to the method's call.
 */
final class Callbacks {
  static final int EACH = 6000;
  static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();
  static final Map<Integer, Object> MADE = new HashMap<>(4 * EACH);
  static final Map<Integer, Object> BUILT = new HashMap<>(4 * EACH);
  static final TreeMap<Integer, Object> ORDERED = new TreeMap<>(Callbacks::compare);
  static final List<Object> STREAMED = new ArrayList<>();
  static final List<Object> FAILED = new ArrayList<>();
  static final List<Object> SERVICES = new LinkedList<>();
  static final Map<Integer, Object> BOXED = new HashMap<>(4 * EACH);
  static final Map<String, Object> NAMED = new HashMap<>(4 * EACH);

  /** Its constructor calls the JDK. */
  static final class Bucket {
    final Object hash;

    Bucket(int key) {
      hash = Integer.toHexString(key) == null ? this : null;
    }
  }

  /** The constructor of a service does. */
  public static final class Service implements Runnable {
    public Service() {
      LOCAL.remove();
    }

    @Override
    public void run() {}
  }

  static Object make(int key) {
    LOCAL.remove();
    return Boolean.TRUE;
  }

  static int compare(Integer a, Integer b) {
    int[] both = {a, b};
    Arrays.sort(both);
    return both[0] == both[1] ? 0 : both[0] == a ? -1 : 1;
  }

  static void reference(int i) {
    MADE.computeIfAbsent(i, Callbacks::make);
  }

  static void constructor(int i) {
    BUILT.computeIfAbsent(i, Bucket::new);
  }

  static void comparator(int i) {
    ORDERED.put(i, Boolean.TRUE);
  }

  static void stream(int i) {
    STREAMED.add(
        IntStream.of(i)
            .boxed()
            .collect(Collectors.groupingBy(key -> String.valueOf(key).length(), Collectors.toSet())));
  }

  static void exception(int i) {
    FAILED.add(CompletableFuture.completedFuture(i).thenApply(Callbacks::fail));
  }

  static Object fail(int i) {
    LOCAL.remove();
    throw new Failure();
  }

  static final class Failure extends RuntimeException {
    Failure() {
      super("", null, false, false);
    }
  }

  static void service() {
    SERVICES.add(ServiceLoader.load(Runnable.class).iterator().next());
  }

  static void boxing(int i) {
    BOXED.put(i, Boolean.TRUE);
  }

  static void concatenation(int i) {
    NAMED.put("name" + i, Boolean.TRUE);
  }

  public static void main(String[] args) {
    for (int i = 0; i < EACH; i++) {
      int key = 1_000_000 + i;
      reference(key);
      constructor(key);
      comparator(key);
      stream(key);
      exception(key);
      boxing(key);
      concatenation(key);
      if (i % 20 == 0) {
        service();
      }
    }
    long sum = 0;
    for (int i = 0; i < 60_000; i++) {
      sum += new byte[2000].length;
    }
    System.out.println(sum);
  }
}
