import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Each way to an object that docs/observability.md lists, ten times: births as one class per way, then, behind
 * a check, accesses to ten objects of one class per way. The class tells which ways an agent has seen.
 */
final class Observe {
  interface Row {}

  static class Cell implements Row, Cloneable, Serializable {
    volatile int n;
    static int shared;

    int get() {
      return n;
    }

    void access() {}

    @Override
    public Object clone() throws CloneNotSupportedException {
      return super.clone();
    }
  }

  record Pair(int left, int right) implements Row {}

  record Hashed(int left) implements Row {}

  record Told(int left) implements Row {}

  interface Step {
    void run(Cell cell) throws Throwable;
  }

  interface Birth {
    Object run() throws Throwable;
  }

  // Births.
  static final class ByNew extends Cell {}
  static final class ByClone extends Cell {}
  static final class ByDeserialising extends Cell {}
  static final class ByReflection extends Cell {}
  static final class ByClassObject extends Cell {
    ByClassObject() {}
  }
  static final class ByMethodHandle extends Cell {}
  static final class ByNative extends Cell {}
  static final class ByAllocateInstance extends Cell {}
  static final class ByMethodReference extends Cell {}

  interface Lambda extends Row, Supplier<Object> {}
  interface Reference extends Row, Function<Cell, Object> {}

  // Accesses.
  static final class GetField extends Cell {}
  static final class PutField extends Cell {}
  static final class Called extends Cell {}
  static final class Static extends Cell {}
  static final class InstanceOf extends Cell {}
  static final class CheckCast extends Cell {}
  static final class Synchronized extends Cell {}
  static final class GetClass extends Cell {}
  static final class VarHandleOutside extends Cell {}
  static final class MethodHandleOutside extends Cell {}
  static final class UnsafeOutside extends Cell {}
  static final class UpdaterOutside extends Cell {}
  static final class ReflectedField extends Cell {}
  static final class ReflectedSet extends Cell {}
  static final class ReflectedMethod extends Cell {}
  static final class Jni extends Cell {}
  static final class InLambda extends Cell {}

  static final class VarHandleInside extends Cell {
    @Override
    void access() {
      sum += (int) HANDLE.get((Cell) this);
    }
  }

  static final class UpdaterInside extends Cell {
    @Override
    void access() {
      sum += UPDATER.get(this);
    }
  }

  static final class InVirtualThread extends Cell {}

  static final VarHandle HANDLE;
  static final AtomicIntegerFieldUpdater<Cell> UPDATER = AtomicIntegerFieldUpdater.newUpdater(Cell.class, "n");
  static final List<Object> ALL = new ArrayList<>();
  static long sum;
  static Object last;

  static {
    try {
      HANDLE = MethodHandles.lookup().findVarHandle(Cell.class, "n", int.class);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  static native int read(Cell cell);

  static native Object create(Class<?> type);

  public static void main(String[] args) throws Throwable {
    System.load(args[0]);
    births();
    List<Runnable> accesses = accesses(args.length > 1);
    isl.Amplifier.check();
    for (Runnable access : accesses) access.run();
    isl.Amplifier.check();
    System.out.println(ALL.size() + " objects");
  }

  static void births() throws Throwable {
    Cell clonable = new ByClone();
    Cell written = new ByDeserialising();
    Constructor<ByReflection> constructor = ByReflection.class.getDeclaredConstructor();
    MethodHandle creator = MethodHandles.lookup()
        .findConstructor(ByMethodHandle.class, MethodType.methodType(void.class));
    Supplier<Cell> reference = ByMethodReference::new;
    for (int i = 0; i < 10; i++) {
      int captured = i;
      ALL.add(new ByNew());
      ALL.add(clonable.clone());
      ALL.add(copy(written));
      ALL.add(constructor.newInstance());
      ALL.add(newInstance(ByClassObject.class));
      ALL.add((ByMethodHandle) creator.invokeExact());
      ALL.add(unsafe().allocateInstance(ByAllocateInstance.class));
      ALL.add(create(ByNative.class));
      ALL.add(reference.get());
      ALL.add((Lambda) () -> captured);
      ALL.add((Reference) clonable::equals);
    }
  }

  @SuppressWarnings("deprecation")
  static Object newInstance(Class<?> type) throws ReflectiveOperationException {
    return type.newInstance();
  }

  static Object copy(Cell cell) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(cell);
    return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }

  static sun.misc.Unsafe unsafe() throws ReflectiveOperationException {
    Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    return (sun.misc.Unsafe) field.get(null);
  }

  static List<Runnable> accesses(boolean virtualThreads) throws Throwable {
    List<Runnable> all = new ArrayList<>();
    MethodHandle getter = MethodHandles.lookup().findGetter(Cell.class, "n", int.class);
    Field field = Cell.class.getDeclaredField("n");
    Method method = Cell.class.getDeclaredMethod("get");
    sun.misc.Unsafe unsafe = unsafe();
    @SuppressWarnings("deprecation")
    long offset = unsafe.objectFieldOffset(field);
    add(all, GetField::new, cell -> sum += cell.n);
    add(all, PutField::new, cell -> cell.n = 1);
    add(all, Called::new, cell -> sum += cell.get());
    add(all, Static::new, cell -> sum += cell.shared);
    add(all, InstanceOf::new, cell -> sum += cell instanceof GetField ? 1 : 0);
    add(all, CheckCast::new, cell -> last = (Serializable) (Object) cell);
    add(all, Synchronized::new, Observe::lock);
    add(all, GetClass::new, cell -> sum += cell.getClass() == GetField.class ? 1 : 0);
    add(all, VarHandleOutside::new, cell -> sum += (int) HANDLE.get(cell));
    add(all, MethodHandleOutside::new, cell -> sum += (int) getter.invokeExact(cell));
    add(all, UnsafeOutside::new, cell -> sum += unsafe.getInt(cell, offset));
    add(all, UpdaterOutside::new, cell -> sum += UPDATER.get(cell));
    add(all, ReflectedField::new, cell -> sum += field.getInt(cell));
    add(all, ReflectedSet::new, cell -> field.setInt(cell, 2));
    add(all, ReflectedMethod::new, cell -> sum += (int) method.invoke(cell));
    add(all, Jni::new, cell -> sum += read(cell));
    add(all, InLambda::new, cell -> ((Runnable) () -> sum += cell.n).run());
    Pair pair = new Pair(1, 2);
    for (int i = 0; i < 10; i++) {
      Pair compared = new Pair(1, i);
      ALL.add(compared);
      all.add(() -> sum += compared.equals(pair) ? 1 : 0);
      Hashed hashed = new Hashed(i);
      ALL.add(hashed);
      all.add(() -> sum += hashed.hashCode());
      Told told = new Told(i);
      ALL.add(told);
      all.add(() -> sum += told.toString().length());
    }
    add(all, VarHandleInside::new, Cell::access);
    add(all, UpdaterInside::new, Cell::access);
    if (virtualThreads) add(all, InVirtualThread::new, Observe::readInVirtualThread);
    return all;
  }

  static void lock(Cell cell) {
    synchronized (cell) {
      sum++;
    }
  }

  static void readInVirtualThread(Cell cell) throws ReflectiveOperationException, InterruptedException {
    Runnable reader = () -> sum += cell.n;
    ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, reader)).join();
  }

  static void add(List<Runnable> all, Supplier<Cell> maker, Step step) {
    for (int i = 0; i < 10; i++) {
      Cell cell = maker.get();
      ALL.add(cell);
      all.add(() -> {
        try {
          step.run(cell);
        } catch (Throwable e) {
          throw new IllegalStateException(e);
        }
      });
    }
  }
}
