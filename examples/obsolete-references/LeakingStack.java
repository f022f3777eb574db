// isl-test: leak args=400000

/**
 * A tree walk with a hand-written stack that does not clear what it pops. One tree was deep: its
 * frames stay in the upper slots for good, although the stack is nearly empty ever since.
 * RepairedStack clears the slot.
 */
final class LeakingStack {
  static final class Frame {
    final int depth;
    final int[] children = new int[8];
    long result;

    Frame(int depth, int order) {
      this.depth = depth;
      children[depth % children.length] = order;
    }
  }

  static final class Stack {
    private Frame[] slots = new Frame[64];
    private int top;

    void push(Frame frame) {
      if (top == slots.length) {
        Frame[] wider = new Frame[2 * top];
        System.arraycopy(slots, 0, wider, 0, top);
        slots = wider;
      }
      slots[top++] = frame;
    }

    Frame pop() {
      Frame frame = slots[--top];
      return frame;
    }
  }

  private static Frame frame(int tree, int depth) {
    // expect@+1: leak type=LeakingStack$Frame held-by=LeakingStack$Stack.slots
    return new Frame(depth, (tree + depth) % 977);
  }

  private static long walk(Stack stack, int tree, int depth) {
    for (int i = 0; i < depth; i++) {
      stack.push(frame(tree, i));
    }
    long sum = 0;
    for (int i = 0; i < depth; i++) {
      Frame frame = stack.pop();
      frame.result = sum * 31 + frame.depth + frame.children[i % frame.children.length];
      sum = frame.result;
    }
    return sum;
  }

  public static void main(String[] args) {
    int trees = args.length > 0 ? Integer.parseInt(args[0]) : 150_000;
    Stack stack = new Stack();
    long digest = walk(stack, 0, 40_000);
    for (int i = 1; i < trees; i++) {
      digest = digest * 31 + walk(stack, i, 30 + i % 40);
    }
    System.out.println(trees + " trees, digest " + Long.toHexString(digest));
  }
}
