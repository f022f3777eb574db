// What may happen to a program: a thousand threads, some of which die of exceptions; recursion to the end of
// the stack; exhausted heaps; loaders that come and go. Prints what must be the same with an agent.
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
final class Faults {
  public static final class Guest implements Runnable {
    private int count;
    @Override public void run() { for (int i = 0; i < 1000; i++) count += new Node(i).value; }
    @Override public String toString() { return "guest " + count; }
  }
  static final class Node {
    int value;
    Node next;
    Node(int value) { this.value = value; }
  }
  static final AtomicLong sum = new AtomicLong();

  static void work(int seed) {
    Node head = null;
    for (int i = 0; i < 300; i++) {
      Node node = new Node(seed + i);
      node.next = i % 10 == 0 ? null : head;
      head = node;
    }
    for (Node n = head; n != null; n = n.next) sum.addAndGet(n.value);
    Map<Integer, Node> some = new HashMap<>(256);
    for (Node n = head; n != null; n = n.next) some.put(n.value % 20, n);
    sum.addAndGet(some.size());
  }
  // At the end of the stack as many events as fill a log several times, each where a call may overflow.
  static void recurse(Node node, int[] depth) {
    depth[0]++;
    for (int i = 0; i < 8; i++) node.value++;
    try {
      recurse(node, depth);
    } finally {
      for (int i = 0; i < 8; i++) node.value--;
    }
  }
  static void threads() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      int seed = i;
      Thread thread = new Thread(() -> {
        work(seed);
        if (seed % 50 == 0) throw new IllegalStateException("dies");
      });
      thread.setUncaughtExceptionHandler((t, e) -> sum.addAndGet(e.getMessage().length()));
      threads.add(thread);
    }
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    System.out.println("sum " + sum);
  }
  static void stacks() {
    for (int round = 0; round < 20; round++) {
      int[] depth = new int[1];
      try {
        recurse(new Node(round), depth);
      } catch (StackOverflowError e) {
        System.out.println("overflow " + (depth[0] > 500));
      }
      work(round);
    }
  }
  static void heaps() {
    for (int round = 0; round < 2; round++) {
      List<Object> all = new ArrayList<>();
      try {
        for (;;) {
          Node[] nodes = new Node[1 << 20];
          nodes[0] = new Node(all.size());
          all.add(nodes);
        }
      } catch (OutOfMemoryError e) {
        boolean several = all.size() > 5;
        all = null;
        System.out.println("heap " + several + " " + e.getMessage());
      }
    }
  }
  static void loaders(String path) throws Exception {
    URL[] urls = {Path.of(path).toUri().toURL()};
    String last = "";
    for (int i = 0; i < 100; i++) {
      try (URLClassLoader loader = new URLClassLoader(urls, null)) {
        Runnable guest = (Runnable) loader.loadClass("Faults$Guest").getConstructor().newInstance();
        guest.run();
        last = guest.toString();
      }
      if (i % 20 == 0) System.gc();
    }
    System.out.println(last);
  }
  public static void main(String[] args) throws Exception {
    threads();
    stacks();
    heaps();
    loaders(args[0]);
    work(1);
    System.out.println("sum " + sum);
  }
}
