import java.util.Arrays;
import java.util.Random;

/**
 * CPU time of the direct mark, of a walk by JVMTI that only counts and of a full collection of the same heap, in one
 * process, the three in turn.
 *
 * <p>usage: RawHeapCost objects|scattered|arrays|strings COUNT ROUNDS. Prints `KIND MS` for each measurement, in
 * milliseconds: `mark` (no order kept), `order` (kept), `follow`, `collect`; and of the last mark `objects`, `bytes`
 * and `memory` (bytes besides the bits). With the classes of tests/rawheap and its agent.
 */
final class RawHeapCost {
  static final class Node {
    int number;
    Object a, b;

    Node(int number, Object a, Object b) {
      this.number = number;
      this.a = a;
      this.b = b;
    }
  }

  static Object[] roots;

  static void build(String kind, int count) {
    Random random = new Random(11);
    roots = new Object[count];
    for (int i = 0; i < count; i++) {
      roots[i] = switch (kind) {
        // In pairs, so that half are reached through another object.
        case "objects" -> new Node(i, i % 2 == 0 ? null : roots[i - 1], null);
        case "scattered" -> new Node(i, null, null);
        case "arrays" -> new Node(i, new byte[16], new Object[] {i == 0 ? null : roots[i - 1]});
        case "strings" -> new Node(i, "text " + i, Integer.valueOf(i));
        default -> throw new IllegalArgumentException(kind);
      };
    }
    if (!kind.equals("scattered")) return;
    for (Object o : roots) {
      ((Node) o).a = roots[random.nextInt(count)];
      ((Node) o).b = roots[random.nextInt(count)];
    }
    for (int i = count - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      Object o = roots[i];
      roots[i] = roots[j];
      roots[j] = o;
    }
  }

  static long mark(long orderBytes, long[] sums) {
    Arrays.fill(sums, 0);
    String reason = RawHeap.pass(new Class<?>[] {Node.class}, 12, true, orderBytes, sums);
    if (!reason.isEmpty()) throw new IllegalStateException(reason);
    return sums[8 + 5];
  }

  static void print(String kind, long nanoseconds) {
    System.out.printf("%s %.2f%n", kind, nanoseconds / 1e6);
  }

  public static void main(String[] args) {
    String reason = RawHeap.open();
    if (!reason.isEmpty()) throw new IllegalStateException(reason);
    build(args[0], Integer.parseInt(args[1]));
    RawHeap.collect();
    long[] sums = new long[14];
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      print("collect", RawHeap.collect());
      print("mark", mark(0, sums));
      print("order", mark(1L << 32, sums));
      print("follow", RawHeap.follow());
    }
    mark(0, sums);
    System.out.println("objects " + sums[8]);
    System.out.println("bytes " + sums[8 + 1]);
    System.out.println("memory " + sums[8 + 2]);
    System.out.println("waiting " + sums[8 + 3]);
    if (roots.length == 0) System.out.println();
  }
}
