import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * Heaps whose objects are counted beforehand, and the direct mark of each: by class, by word, by owner of arrays, the
 * way to a root; and after each the comparison with JVMTI, object by object. Prints what is wrong and a last line.
 *
 * <p>usage: RawHeap SOURCE (this file, to be compiled in the process) | refused (says only whether it can be read)
 */
final class RawHeap {
  static native String open();
  static native String selfCheck(long[] totals);
  static native String pass(Class<?>[] classes, int wordOffset, boolean soft, long orderBytes, long[] sums);
  static native String path(Class<?> of, long orderBytes);
  static native String fault();
  static native long follow();
  static native long collect();

  /** Where the agent's word is in an instrumented program. */
  static final int WORD = Integer.getInteger("wordOffset", 12);

  /** The int is the first field, at that offset. */
  static class Item {
    int word;
    Object next;

    Item(int word, Object next) {
      this.word = word;
      this.next = next;
    }
  }

  static final class Weakly extends Item { Weakly() { super(1, null); } }
  static final class Softly extends Item { Softly() { super(1, null); } }
  static final class Listed extends Item { Listed() { super(2, null); } }
  static final class Mapped extends Item { Mapped() { super(3, null); } }
  static final class Nested extends Item { Nested() { super(4, null); } }
  static final class OnStack extends Item { OnStack() { super(5, null); } }
  static final class Captured extends Item { Captured() { super(6, null); } }
  static final class InStatic extends Item { InStatic() { super(7, null); } }
  static final class Parked extends Item { Parked() { super(8, null); } }
  static final class Deep extends Item { Deep(Object next) { super(9, next); } }
  static final class Bottom extends Item { Bottom() { super(10, null); } }
  static final class Wide extends Item { Wide(Object next) { super(11, next); } }
  static final class Leaf extends Item { Leaf() { super(12, null); } }
  static final class Holder extends Item {
    byte[] bytes = new byte[1000];
    long[][] rows = new long[3][5];
    Holder() { super(13, null); }
  }

  static final Class<?>[] CLASSES = {Weakly.class, Softly.class, Listed.class, Mapped.class, Nested.class,
      OnStack.class, Captured.class, InStatic.class, Parked.class, Deep.class, Bottom.class, Wide.class, Leaf.class,
      Holder.class};

  static final List<Object> kept = new ArrayList<>();
  static int failures;

  static void check(boolean good, String what) {
    if (good) return;
    failures++;
    System.out.println("FAILED: " + what);
  }

  static long[] sums(boolean soft, long orderBytes) {
    long[] sums = new long[4 * (CLASSES.length + 1) + 6];
    String reason = pass(CLASSES, WORD, soft, orderBytes, sums);
    check(reason.isEmpty(), "pass: " + reason);
    return sums;
  }

  static long of(long[] sums, Class<?> c, int which) {
    for (int i = 0; i < CLASSES.length; i++) if (CLASSES[i] == c) return sums[4 * (i + 1) + which];
    throw new AssertionError(c);
  }

  static void expect(long[] sums, Class<?> c, long count, int word) {
    check(of(sums, c, 0) == count, c.getSimpleName() + ": " + of(sums, c, 0) + " objects, not " + count);
    check(of(sums, c, 2) == count * word, c.getSimpleName() + ": words sum to " + of(sums, c, 2));
  }

  static void compare(String when) {
    long[] totals = new long[4];
    String difference = selfCheck(totals);
    String first = difference.split("\n", 2)[0];
    check(first.isEmpty(), "against JVMTI, " + when + ": " + difference);
    check(totals[0] > 1000 && totals[1] >= totals[0], when + ": JVMTI saw " + totals[0] + ", marked " + totals[1]);
    System.out.println(when + ": JVMTI " + totals[0] + " objects, direct " + totals[1] + ", roots " + totals[3]);
  }

  /** A loader of its own for one class, which holds an object in a static field. */
  public static final class Loaded {
    public static Object held;
    public static List<Object> more;
  }

  static final class Loader extends ClassLoader {
    Loader() { super(RawHeap.class.getClassLoader()); }
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals("RawHeap$Loaded")) return super.loadClass(name, resolve);
      Class<?> known = findLoadedClass(name);
      if (known != null) return known;
      try (var in = RawHeap.class.getResourceAsStream("RawHeap$Loaded.class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (java.io.IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** An instance whose class's loader nothing else holds. */
  static Object loadAlone() throws Exception {
    Class<?> c = new Loader().loadClass("RawHeap$Loaded");
    c.getField("held").set(null, new InStatic());
    List<Object> more = new ArrayList<>();
    more.add(new InStatic());
    c.getField("more").set(null, more);
    return c.getConstructor().newInstance();
  }

  static void collections() {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < 1000; i++) list.add(new Listed());
    Map<Integer, Object> map = new HashMap<>();
    for (int i = 0; i < 2000; i++) map.put(i, new Mapped());
    Object[][][] arrays = new Object[10][20][5];
    for (Object[][] rows : arrays) for (Object[] row : rows) for (int i = 0; i < 5; i++) row[i] = new Nested();
    for (int i = 0; i < 100; i++) kept.add(new Holder());
    kept.add(list);
    kept.add(map);
    kept.add(arrays);
    long[] sums = sums(true, 0);
    expect(sums, Listed.class, 1000, 2);
    expect(sums, Mapped.class, 2000, 3);
    expect(sums, Nested.class, 1000, 4);
    expect(sums, Holder.class, 100, 13);
    // The bytes: 1016; rows: an array of 3 references (24 to 40) and 3 of 16 + 40. Each may be rounded up by 8.
    long perHolder = of(sums, Holder.class, 3) / 100;
    check(of(sums, Holder.class, 3) == perHolder * 100 && perHolder >= 1016 + 24 + 3 * 56
        && perHolder <= 1016 + 40 + 3 * 56 + 5 * 8, "arrays of a holder: " + of(sums, Holder.class, 3));
    compare("collections");
  }

  static void references() {
    List<Object> references = new ArrayList<>();
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    Object held = new Weakly();
    references.add(new WeakReference<>(held));
    references.add(new WeakReference<>(new Weakly()));
    references.add(new PhantomReference<>(new Weakly(), queue));
    for (int i = 0; i < 10; i++) references.add(new SoftReference<>(new Softly()));
    kept.add(references);
    kept.add(held);
    expect(sums(true, 0), Weakly.class, 1, 1);
    expect(sums(true, 0), Softly.class, 10, 1);
    expect(sums(false, 0), Softly.class, 0, 1);
    compare("references");
  }

  static void loaders() throws Exception {
    List<Object> instances = new ArrayList<>();
    for (int i = 0; i < 20; i++) instances.add(loadAlone());
    kept.add(instances);
    expect(sums(true, 0), InStatic.class, 40, 7);
    compare("class loaders");
    for (int round = 0; round < 30; round++) {
      instances.clear();
      System.gc();
      for (int i = 0; i < 5; i++) instances.add(loadAlone());
      expect(sums(true, 0), InStatic.class, 10, 7);
    }
    compare("reloaded classes");
    String path = path(InStatic.class, 0);
    check(path.contains("RawHeap$Loaded class 0 | java/lang/Class static"), "path of a static: " + path);
  }

  static void lambdas() {
    List<Supplier<Object>> suppliers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Object captured = new Captured();
      suppliers.add(() -> captured);
    }
    kept.add(suppliers);
    expect(sums(true, 0), Captured.class, 50, 6);
    compare("lambdas");
  }

  static void use(Object o) { if (o.hashCode() == 42 && o.hashCode() == 43) System.out.println(o); }

  static void stacks() throws Exception {
    CountDownLatch ready = new CountDownLatch(20), done = new CountDownLatch(1);
    for (int i = 0; i < 20; i++) {
      Thread thread = new Thread(() -> {
        Object mine = new OnStack();
        ready.countDown();
        try {
          done.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        use(mine);
      }, "holder-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    ready.await();
    expect(sums(true, 0), OnStack.class, 20, 5);
    String path = path(OnStack.class, 1 << 20);
    check(path.startsWith("root 24 "), "path of a local variable: " + path);
    check(path.endsWith("| RawHeap$OnStack"), "path of a local variable: " + path);
    compare("stacks");
    done.countDown();
  }

  static Thread startVirtual(Runnable body) throws Exception {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
  }

  static void parked(int depth, CountDownLatch ready, CountDownLatch done) {
    Object mine = new Parked();
    if (depth > 0) {
      parked(depth - 1, ready, done);
    } else {
      ready.countDown();
      try {
        done.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    use(mine);
  }

  /** Each with three objects on its stack; one starts another, which nothing else holds but its stack. */
  static void virtualThreads(int count) throws Exception {
    CountDownLatch ready = new CountDownLatch(2 * count), done = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add(startVirtual(() -> {
        Thread inner;
        try {
          inner = startVirtual(() -> parked(2, ready, done));
        } catch (Exception e) {
          throw new AssertionError(e);
        }
        parked(2, ready, done);
        use(inner);
      }));
    }
    ready.await();
    Thread.sleep(50);  // from the count down to being parked
    expect(sums(true, 0), Parked.class, 6 * count, 8);
    compare(count + " parked virtual threads");
    System.gc();  // gives the parked stacks their bitmaps
    expect(sums(true, 0), Parked.class, 6 * count, 8);
    compare("the same after a collection");
    String path = path(Parked.class, 0);
    check(path.startsWith("root 24 "), "path of a virtual thread's variable: " + path);
    done.countDown();
    for (Thread thread : threads) thread.join();
  }

  /** A heap that nobody made for this: the compiler, its loaders, its tables, after compiling this file. */
  static void program(String source) {
    javax.tools.JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
    for (int i = 0; i < 3; i++) {
      int status = compiler.run(null, java.io.OutputStream.nullOutputStream(), java.io.OutputStream.nullOutputStream(),
          "-proc:none", "-implicit:none", "-d", System.getProperty("java.io.tmpdir"), "-Xlint:none", source);
      check(status == 0, "compiling " + source);
      compare("compiler, run " + i);
    }
    long[] sums = sums(true, 0);
    check(of(sums, Holder.class, 0) == 100, "objects after compiling: " + of(sums, Holder.class, 0));
  }

  static void large() {
    Object[] wide = new Object[500_000];
    for (int i = 0; i < wide.length; i++) wide[i] = new Wide(new Leaf());
    kept.add(wide);
    Object next = new Bottom();
    for (int i = 0; i < 200_000; i++) next = new Deep(next);
    kept.add(next);
    long[] sums = sums(true, 0);
    expect(sums, Wide.class, 500_000, 11);
    expect(sums, Leaf.class, 500_000, 12);
    expect(sums, Deep.class, 200_000, 9);
    int n = sums.length - 6;
    System.out.println("large: " + sums[n] + " objects, " + sums[n + 1] + " bytes, memory " + sums[n + 2]
        + ", most waiting " + sums[n + 3]);
    check(sums[n + 3] < 250_000, "waiting at once: " + sums[n + 3]);
    compare("large");
    for (long orderBytes : new long[] {0, 1 << 16, 1 << 28}) {
      String path = path(Bottom.class, orderBytes);
      check(path.startsWith("root ") && path.contains("RawHeap$Deep field") && path.endsWith("| RawHeap$Bottom")
          && path.contains(" ...199"), "path of a long list: " + path);
      path = path(Leaf.class, orderBytes);
      check(path.contains("[Ljava/lang/Object; element 0 | RawHeap$Wide field") && path.endsWith("| RawHeap$Leaf"),
          "path of a leaf: " + path);
    }
  }

  public static void main(String[] args) throws Exception {
    String reason = open();
    if (args[0].equals("refused")) {
      System.out.println("open: " + reason);
      return;
    }
    check(reason.isEmpty(), "open: " + reason);
    if (!reason.isEmpty()) System.exit(1);
    compare("start");
    check(fault().contains("0x8"), "a bad read: " + fault());
    collections();
    references();
    loaders();
    lambdas();
    stacks();
    program(args[0]);
    if (Runtime.version().feature() >= 21) {
      virtualThreads(20);
      virtualThreads(2000);
    }
    large();
    System.gc();
    compare("after a collection");
    check(fault().contains("0x8"), "a bad read: " + fault());
    try {
      Object none = args.length > 5 ? args : null;  // unknown to the compiler
      none.hashCode();
      check(false, "no NullPointerException");
    } catch (NullPointerException expected) {
      // The VM's own handler of bad reads works on.
    }
    System.out.println(failures == 0 ? "PASSED" : failures + " FAILED");
    System.exit(failures == 0 ? 0 : 1);
  }
}
