// What a program can find out about itself: Same OUT IN prints it. Members by reflection, versions and bytes of
// serialised objects, messages and stack traces of exceptions, ends of stack and heap. With an agent each line
// must be the same. OUT is the stream that it writes, IN one that it reads, perhaps of a JVM without an agent.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

final class Same {
  @Retention(RetentionPolicy.RUNTIME)
  @interface Mark {
    String value() default "";
    Class<?>[] types() default {};
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
  @interface Use {
    int value();
  }

  // Classes without a serialVersionUID: it is computed from their members.
  @Mark("plain")
  static class Plain implements Serializable {
    int a = 1;
    transient int left = 2;
    Plain next;
    static int count;
    @Deprecated protected volatile long time = 3;
    private final String name = "plain";

    void step() {}

    String name() {
      return name;
    }
  }

  static class Derived<@Use(1) T extends Comparable<T>> extends Plain implements Cloneable {
    @Mark(value = "items", types = {int.class, Same.class})
    List<@Use(2) ? super Comparable<T>> items = new ArrayList<>();
    final int[][] table = {{1, 2}, {3}};

    static {
      count = 5;
    }

    @Mark
    synchronized <E extends Exception> T find(@Mark("key") T key, int... rest) throws E {
      return key;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Derived<T> clone() throws CloneNotSupportedException {
      return (Derived<T>) super.clone();
    }

    private void writeObject(ObjectOutputStream out) throws java.io.IOException {
      out.defaultWriteObject();
      out.writeInt(items.size());
    }

    private void readObject(ObjectInputStream in) throws java.io.IOException, ClassNotFoundException {
      in.defaultReadObject();
      left = in.readInt();
    }
  }

  class Inner {
    private int hidden;

    class Innermost {
      int sum() {
        return hidden + seen;
      }
    }
  }

  private int seen = 4;

  public static final class External implements Externalizable {
    private int value;
    private Object other;

    public External() {}

    External(int value, Object other) {
      this.value = value;
      this.other = other;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws java.io.IOException {
      out.writeInt(value);
      out.writeObject(other);
    }

    @Override
    public void readExternal(ObjectInput in) throws java.io.IOException, ClassNotFoundException {
      value = in.readInt();
      other = in.readObject();
    }

    @Override
    public String toString() {
      return "external " + value + " " + other;
    }
  }

  sealed interface Shape extends Serializable permits Circle, Pair {}

  record Circle(@Mark("r") double radius) implements Shape {}

  record Pair<T>(int a, T b, List<Shape> shapes) implements Shape {
    static int made;

    Pair {
      made++;
    }
  }

  enum Level {
    LOW,
    HIGH {
      @Override
      int weight() {
        return 2;
      }
    };

    int weight() {
      return 1;
    }
  }

  // Written as another object, and resolved back to one of its kind.
  static final class Resolved implements Serializable {
    final int n;

    Resolved(int n) {
      this.n = n;
    }

    record Form(int n) implements Serializable {
      private Object readResolve() {
        return new Resolved(n);
      }
    }

    private Object writeReplace() {
      return new Form(n);
    }

    @Override
    public String toString() {
      return "resolved " + n;
    }
  }

  static final class Handler implements InvocationHandler, Serializable {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return method.getName().length();
    }
  }

  interface Sized {
    int size();
  }

  interface Portable extends Supplier<String>, Serializable {}

  public static void main(String[] args) throws Exception {
    members();
    versions();
    Files.write(Path.of(args[0]), written(graph()));
    System.out.println(told(read(Files.readAllBytes(Path.of(args[1])))));
    values();
    SameErrors.main();
    ends();
  }

  // Members.

  static void members() throws Exception {
    Class<?>[] own = {Same.class, Plain.class, Derived.class, Inner.class, Inner.Innermost.class, External.class,
        Shape.class, Circle.class, Pair.class, Level.class, Level.HIGH.getClass(), Resolved.class, Handler.class,
        Portable.class, Mark.class, new Object() { int field; }.getClass()};
    for (Class<?> type : own) describe(type);
    Class<?>[] library = {Object.class, Thread.class, String.class, Class.class, Throwable.class, Enum.class,
        Record.class, Integer.class, HashMap.class, ArrayList.class, ConcurrentHashMap.class, ArrayDeque.class};
    for (Class<?> type : library) describe(type);
    for (Class<?> type : own) {
      System.out.println(type.getName() + " fields " + Arrays.toString(type.getFields()));
    }
    Supplier<Object> lambda = own::clone;
    System.out.println("lambda " + lambda.getClass().getDeclaredFields().length + " "
        + lambda.getClass().getDeclaredMethods().length);
  }

  static void describe(Class<?> type) {
    List<String> lines = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      System.out.println("  " + field.toGenericString() + flags(field.getModifiers(), field.isSynthetic())
          + notes(field) + " " + field.getAnnotatedType());
    }
    for (Constructor<?> each : type.getDeclaredConstructors()) lines.add(told(each, ""));
    for (Method each : type.getDeclaredMethods()) {
      Object[] value = {each.getDefaultValue()};
      lines.add(told(each, " " + each.getAnnotatedReturnType() + " " + Arrays.deepToString(value) + " "
          + each.isBridge()));
    }
    lines.sort(null);
    System.out.println(type.toGenericString() + flags(type.getModifiers(), type.isSynthetic()) + notes(type));
    for (String line : lines) System.out.println("  " + line);
    System.out.println("  in " + type.getEnclosingClass() + " " + type.getEnclosingMethod() + " nest "
        + type.getNestHost() + " " + sorted(type.getNestMembers()) + " " + sorted(type.getDeclaredClasses())
        + " permits " + Arrays.toString(type.getPermittedSubclasses()));
    System.out.println("  extends " + type.getAnnotatedSuperclass() + " "
        + Arrays.toString(type.getGenericInterfaces()) + " " + Arrays.toString(type.getTypeParameters()));
    if (!type.isRecord()) return;
    for (RecordComponent component : type.getRecordComponents()) {
      System.out.println("  component " + component + notes(component) + component.getGenericType());
    }
  }

  static String flags(int modifiers, boolean synthetic) {
    return " " + Integer.toHexString(modifiers) + " " + Modifier.toString(modifiers) + (synthetic ? " synthetic" : "");
  }

  static String notes(AnnotatedElement element) {
    List<String> all = new ArrayList<>();
    for (Annotation each : element.getAnnotations()) all.add(each.toString());
    return all.toString();
  }

  static String told(Executable each, String more) {
    StringBuilder all = new StringBuilder(each.toGenericString());
    all.append(flags(each.getModifiers(), each.isSynthetic())).append(notes(each)).append(more);
    for (Parameter parameter : each.getParameters()) all.append("; ").append(parameter).append(notes(parameter));
    return all.append(Arrays.toString(each.getAnnotatedExceptionTypes())).toString();
  }

  static List<String> sorted(Class<?>[] types) {
    List<String> names = new ArrayList<>();
    for (Class<?> type : types) names.add(type.getName());
    names.sort(null);
    return names;
  }

  // Serialisation.

  static void versions() {
    Class<?>[] all = {Plain.class, Derived.class, External.class, Circle.class, Pair.class, Level.class,
        Resolved.class, Resolved.Form.class, Handler.class, Plain[][].class, Portable.class, Throwable.class,
        ArrayList.class, java.util.IdentityHashMap.class, java.util.concurrent.atomic.LongAdder.class};
    for (Class<?> type : all) {
      ObjectStreamClass stream = ObjectStreamClass.lookup(type);
      System.out.println(stream.getName() + " version " + stream.getSerialVersionUID() + " "
          + Arrays.toString(stream.getFields()));
    }
  }

  static Object graph() {
    Derived<Integer> derived = new Derived<>();
    derived.next = new Plain();
    derived.next.next = derived;
    derived.items.add(12);
    derived.items.add(-12);
    Map<Level, Object> levels = new EnumMap<>(Level.class);
    levels.put(Level.HIGH, new Pair<>(1, "b", List.of(new Circle(2.5))));
    Object proxy = Proxy.newProxyInstance(Same.class.getClassLoader(), new Class<?>[] {Sized.class}, new Handler());
    String captured = "captured";
    List<Object> all = new ArrayList<>(List.of(derived, new External(7, derived), Level.LOW, levels, new Resolved(8),
        new Plain[][] {{derived}, null}, proxy, (Portable) () -> captured + 9, new TreeMap<>(Map.of("key", 1L)),
        new ArrayDeque<>(List.of(1, 2)), new int[] {1, 2}, java.time.Duration.ofMillis(1500)));
    all.add(new IllegalStateException("written", new RuntimeException("cause")));
    all.add(all);
    return all;
  }

  static byte[] written(Object graph) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(graph);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings("unchecked")
  static List<Object> read(byte[] bytes) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (List<Object>) in.readObject();
    }
  }

  static String told(List<Object> all) {
    Derived<?> derived = (Derived<?>) all.get(0);
    Throwable thrown = (Throwable) all.get(all.size() - 2);
    return "read " + (derived.next.next == derived) + derived.items + (all.get(all.size() - 1) == all)
        + derived.left + derived.time + derived.name() + Arrays.deepToString(derived.table)
        + (((External) all.get(1)).other == derived) + all.subList(2, 5) + (((Plain[][]) all.get(5))[0][0] == derived)
        + ((Sized) all.get(6)).size() + ((Portable) all.get(7)).get() + all.subList(8, 10)
        + Arrays.toString((int[]) all.get(10)) + all.get(11) + thrown + Arrays.toString(thrown.getStackTrace())
        + thrown.getCause() + Arrays.toString(thrown.getCause().getStackTrace());
  }

  // Values through reflection, of objects and of copies.

  static void values() throws Exception {
    Derived<String> derived = new Derived<>();
    Derived<String> copy = derived.clone();
    for (Class<?> type = Derived.class; type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        field.setAccessible(true);
        Object value = field.get(derived);
        if (!Modifier.isFinal(field.getModifiers())) field.set(copy, value);
        System.out.println(field.getName() + " " + (field.getType().isArray() ? "array" : value) + " "
            + (field.get(copy) == value || field.get(copy).equals(value)));
      }
    }
    Pair<String> pair = new Pair<>(1, "b", List.of());
    for (RecordComponent component : Pair.class.getRecordComponents()) {
      System.out.println(component.getName() + " " + component.getAccessor().invoke(pair));
    }
    System.out.println(pair + " " + pair.hashCode() + " " + pair.equals(new Pair<>(1, "b", List.of())) + " "
        + new Circle(1).hashCode() + " " + Level.valueOf("HIGH").weight() + Arrays.toString(Level.values()));
    Function<Same, Inner> maker = same -> same.new Inner();
    System.out.println(maker.apply(new Same()).new Innermost().sum());
  }

  // Ends of stack and heap, many threads.

  static int deep(int n) {
    return deep(n + 1) + 1;
  }

  static void ends() throws Exception {
    try {
      deep(0);
    } catch (StackOverflowError e) {
      System.out.println("overflow caught");
    }
    try {
      long[][] all = new long[4096][];
      for (int i = 0; i < 4096; i++) all[i] = new long[131072];
    } catch (OutOfMemoryError e) {
      System.out.println("out of memory caught");
    }
    AtomicInteger done = new AtomicInteger();
    Thread[] threads = new Thread[200];
    for (int i = 0; i < 200; i++) (threads[i] = new Thread(done::incrementAndGet)).start();
    for (Thread thread : threads) thread.join();
    System.out.println("threads " + done);
  }
}
