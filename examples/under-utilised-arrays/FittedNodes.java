// isl-test: under-utilised-arrays check=manual
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The nodes of RoomyNodes with room for eight children. */
final class FittedNodes {
  static final class Node {
    final Object[] children = new Object[8];
    int used;

    void add(Object child) {
      children[used++] = child;
    }
  }

  private static final List<Node> nodes = new ArrayList<>();

  public static void main(String[] args) {
    for (int i = 0; i < 5_000; i++) {
      Node node = new Node();
      for (int child = 0; child < 5; child++) {
        node.add("child " + child);
      }
      nodes.add(node);
    }
    long sum = 0;
    for (int round = 0; round < 40; round++) {
      StringBuilder page = new StringBuilder();
      for (int i = round % 13; i < nodes.size(); i += 89) {
        Node node = nodes.get(i);
        page.append(node.children[round % node.used]).append(" of ").append(i).append('\n');
      }
      sum += page.toString().hashCode();
      isl.Amplifier.check();
    }
    System.out.println(nodes.size() + " nodes, digest " + Long.toHexString(sum));
  }
}
