/**
 * A hand-written stack that does not clear what it pops: once it was deep, the objects in the upper
 * slots stay. A constant leak, not a growing one. Clean: pop() clears the slot.
 *
 * <p>expect: spec=leak method=StackLeak.step type=StackLeak$Frame holder=StackLeak$Stack.slots
 */
final class StackLeak {
  static final class Frame {
    final int depth;
    final String label;
    long result;

    Frame(int depth, String label) {
      this.depth = depth;
      this.label = label;
    }
  }

  static final class Stack {
    private final boolean clears;
    private Frame[] slots = new Frame[1024];
    private int top;

    Stack(boolean clears) {
      this.clears = clears;
    }

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
      if (clears) {
        slots[top] = null;
      }
      return frame;
    }
  }

  private static Frame step(int number, int depth) {
    return new Frame(depth, "node " + (number + depth));
  }

  private static long walk(Stack stack, int number, int depth) {
    for (int i = 0; i < depth; i++) {
      stack.push(step(number, i));
    }
    long sum = 0;
    for (int i = 0; i < depth; i++) {
      Frame frame = stack.pop();
      frame.result = sum * 31 + frame.depth + frame.label.length();
      sum = frame.result;
    }
    return sum;
  }

  public static void main(String[] args) {
    Stack stack = new Stack(!Work.leaks(args));
    int walks = Work.size(args, 1, 60_000);
    long digest = walk(stack, 0, 100_000);
    for (int i = 0; i < walks; i++) {
      digest = digest * 31 + walk(stack, i, 64) + Work.request(i, 16_000);
    }
    Work.print("walks", walks, digest);
  }
}
