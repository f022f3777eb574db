/**
 * The drawing program of LeakingUndo with an undo stack that clears what it pops.
 *
 * <p>expect: spec=leak-in-arrays verdict=pass
 */
final class RepairedUndo {
  static final class Shape {
    final int x;
    final int y;
    final int[] outline;

    Shape(int x, int y) {
      this.x = x;
      this.y = y;
      outline = new int[24];
      for (int i = 0; i < outline.length; i++) {
        outline[i] = x * i + y;
      }
    }
  }

  static final class UndoStack {
    private Shape[] slots = new Shape[16];
    private int depth;

    void push(Shape shape) {
      if (depth == slots.length) {
        Shape[] wider = new Shape[2 * depth];
        System.arraycopy(slots, 0, wider, 0, depth);
        slots = wider;
      }
      slots[depth++] = shape;
    }

    Shape pop() {
      Shape shape = slots[--depth];
      slots[depth] = null;
      return shape;
    }
  }

  private static final UndoStack undo = new UndoStack();

  private static Shape draw(int n) {
    return new Shape(n % 1013, n % 757);
  }

  /** One stroke of the pen: draws shapes to a depth and takes all of them back. */
  private static long stroke(int n, int depth) {
    for (int i = 0; i < depth; i++) {
      undo.push(draw(n + i));
    }
    long sum = 0;
    for (int i = 0; i < depth; i++) {
      Shape shape = undo.pop();
      sum = sum * 31 + shape.outline[(shape.x + shape.y) % shape.outline.length];
    }
    return sum;
  }

  public static void main(String[] args) {
    int strokes = args.length > 0 ? Integer.parseInt(args[0]) : 600_000;
    long digest = stroke(0, 30_000);
    for (int i = 0; i < strokes; i++) {
      digest = digest * 31 + stroke(i, 100);
    }
    System.out.println(strokes + " strokes, digest " + Long.toHexString(digest));
  }
}
