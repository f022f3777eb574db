// Messages and stack traces of what the VM throws, with the lines and frames that a program sees of itself.
// Compiled without debug information the same messages name local variables by number.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class SameErrors {
  static class Node {
    int value;
    long wide;
    boolean[] flags;
    Node next;
    Node[] all;
    Runnable action;

    Node next() {
      return next;
    }

    Node self(Node other, long pad) {
      return next.next;
    }
  }

  static Node root;
  static long[][] longs;
  private final Node own = null;

  interface Fault {
    Object run() throws Throwable;
  }

  static final class Broken {
    static final int SIZE = new Node().next.value;
  }

  static final class Outer {
    final Node node;

    Outer(Node node) {
      this(node, node.value);
    }

    Outer(Node node, int more) {
      this.node = node.next;
      this.node.value = more;
    }
  }

  public static void main(String... args) throws Exception {
    pointers();
    others();
    frames();
    library();
  }

  static void say(Fault fault) {
    try {
      System.out.println(fault.run());
    } catch (Throwable e) {
      tell(e);
    }
  }

  static void tell(Throwable e) {
    for (Throwable each = e; each != null; each = each.getCause()) {
      System.out.println(each);
      // Frames of generated classes have numbers in their names.
      for (StackTraceElement frame : each.getStackTrace()) {
        if (!frame.getClassName().contains("$Proxy") && !frame.getClassName().startsWith("jdk.internal.reflect")) {
          System.out.println("  " + frame);
        }
      }
      for (Throwable suppressed : each.getSuppressed()) tell(suppressed);
    }
  }

  static void pointers() {
    Node node = new Node();
    int[] index = {0, 1};
    say(() -> node.next.value);
    say(() -> node.next.wide);
    say(() -> node.next.next.value);
    say(() -> node.next().next().value);
    say(() -> root.next);
    say(() -> root.all[index[1]].flags[index[0]]);
    say(() -> node.all.length);
    say(() -> node.flags[index[index[0]]]);
    say(() -> longs[1][index[1]]);
    say(() -> new SameErrors().own.next.value);
    say(() -> node.self(null, 5L));
    say(() -> {
      node.next.value = 1;
      return null;
    });
    say(() -> {
      node.next.wide += 1L << index[1];
      return null;
    });
    say(() -> node.next.value++);
    say(() -> {
      node.flags[0] |= true;
      return null;
    });
    say(() -> {
      node.action.run();
      return null;
    });
    say(() -> {
      synchronized (node.next) {
        return null;
      }
    });
    say(() -> {
      throw (RuntimeException) (Object) node.next;
    });
    say(() -> (int) (Integer) (Object) node.next);
    say(() -> locals(3, 4L, null, new Node[2], 2.5));
    say(() -> new Outer(null));
    say(() -> new Outer(new Node()));
    say(() -> Broken.SIZE);
    say(() -> Broken.SIZE);
  }

  // Many slots, some of them wide and used twice.
  static Object locals(int n, long wide, Node none, Node[] some, double last) {
    {
      Node first = some[n - 3];
      if (first != null) return first.next;
    }
    long again = wide * 2;
    try {
      if (again == 8) return some[(int) again - 7].next.value;
    } catch (NullPointerException e) {
      System.out.println(e.getMessage() + " in line " + e.getStackTrace()[0].getLineNumber());
    } finally {
      Node late = some[1];
      if (last > 2) n += none == null ? late == null ? 1 : 2 : 3;
    }
    Node later = none;
    for (int i = 0; ; i++) {
      if (i == n) return later.next.value;
    }
  }

  static void others() {
    Object text = "text";
    Object[] strings = new String[1];
    int zero = new Node().value;
    say(() -> longs[0] = new long[] {1}[1] == 0 ? null : longs[0]);
    say(() -> strings[zero + 1]);
    say(() -> strings[0] = 1);
    say(() -> (Integer) text);
    say(() -> 1 / zero);
    say(() -> 1L % zero);
    say(() -> new int[zero - 1]);
    say(() -> new int[1][zero - 2]);
    say(() -> {
      text.wait();
      return null;
    });
    say(() -> Class.forName("Missing"));
    say(() -> Enum.valueOf(Same.Level.class, "NONE"));
    say(() -> Node.class.getDeclaredField("$isl"));
    say(() -> Object.class.getField("$isl"));
  }

  // A statement of several lines has several of them in the trace.
  static int lines(Node node) {
    return node.value
        + node.wide > 0 ? 1 : node.next
            .next()
            .value;
  }

  static void frames() throws Exception {
    say(() -> lines(new Node()));
    Throwable resource = null;
    try (AutoCloseable first = () -> new Node().next.value++;
        AutoCloseable second = () -> lines(new Node())) {
      new Node().next.next();
    } catch (Exception e) {
      resource = e;
    }
    tell(resource);
    List<String> walked = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(all -> all.map(frame -> frame.getDeclaringClass() + " " + frame).collect(Collectors.toList()));
    System.out.println(walked);
    List<String> hidden = StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES)
        .walk(all -> all.map(StackWalker.StackFrame::getMethodName).collect(Collectors.toList()));
    System.out.println(hidden);
    System.out.println(caller());
    System.out.println(Arrays.toString(Thread.currentThread().getStackTrace()));
    Callable<StackTraceElement[]> births = new Object() {
      final StackTraceElement[] here = new Throwable().getStackTrace();

      StackTraceElement[] get() {
        return here;
      }
    }::get;
    System.out.println(Arrays.toString(births.call()));
    say(() -> SameErrors.class.getDeclaredMethod("lines", Node.class).invoke(null, new Node()));
    CompletableFuture<Integer> future = CompletableFuture.completedFuture(new Node()).thenApply(SameErrors::lines);
    say(future::join);
  }

  static Class<?> caller() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
  }

  // What the library throws, and frames of the program below its own.
  static void library() {
    Map<Object, Integer> map = new HashMap<>(Map.of(1, 2));
    List<Node> nodes = new ArrayList<>(List.of(new Node(), new Node()));
    say(() -> new ArrayList<>(1).get(1));
    say(() -> List.of(1, 2).get(2));
    say(() -> List.of(1, null));
    say(() -> "text".substring(5));
    say(() -> Integer.parseInt("x1"));
    say(() -> new ArrayList<>(List.of()).iterator().next());
    say(() -> {
      for (Node node : nodes) nodes.remove(node);
      nodes.forEach(node -> nodes.add(node));
      return null;
    });
    say(() -> map.merge(1, 1, (a, b) -> lines(new Node())));
    say(() -> map.computeIfAbsent(3, key -> lines(nodes.get(0))));
    say(() -> Stream.of(new Node(), new Node()).sorted(Comparator.comparing(SameErrors::lines)).collect(Collectors.toList()));
    say(() -> Stream.of(new Node()).map(Node::next).map(node -> node.value).collect(Collectors.toList()));
    say(() -> map.get(new Object() {
      @Override
      public int hashCode() {
        return lines(new Node());
      }
    }));
  }
}
