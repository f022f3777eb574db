// isl-test: leak
// expect: none

/**
 * Allocates trees, sums them and drops them.
 */
final class CleanChurn {
  static final class Node {
    final Node left;
    final Node right;
    final int value;

    Node(int value, int depth) {
      this.value = value;
      left = depth > 0 ? new Node(value * 2, depth - 1) : null;
      right = depth > 0 ? new Node(value * 2 + 1, depth - 1) : null;
    }

    long sum() {
      return value + (left == null ? 0 : left.sum() + right.sum());
    }
  }

  public static void main(String[] args) {
    int trees = Work.size(args, 0, 60_000);
    long digest = 17;
    for (int i = 0; i < trees; i++) {
      digest = digest * 31 + new Node(i, 11).sum();
    }
    Work.print("trees", trees, digest);
  }
}
