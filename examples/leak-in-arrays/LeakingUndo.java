// isl-test: leak-in-arrays check=alloc:32m

/**
 * An editor whose undo stack forgets to clear the slots it pops: commands that can never be undone
 * again stay in the array, and those that were pushed beyond the usual depth stay for good.
 * RepairedUndo clears the slots.
 */
final class LeakingUndo {
  static final class UndoStack {
    private String[] commands = new String[16];
    private int depth;

    void push(String command) {
      if (depth == commands.length) {
        String[] wider = new String[2 * depth];
        System.arraycopy(commands, 0, wider, 0, depth);
        commands = wider;
      }
      commands[depth++] = command;
    }

    String pop() {
      return commands[--depth];
    }
  }

  private static final UndoStack undo = new UndoStack();

  private static String type(int n) {
    // expect@+1: leak-in-arrays type=String held-by=LeakingUndo.undo
    return "insert " + n % 7919 + " characters at line " + n % 1013;
  }

  /** Types a number of commands and takes all of them back. */
  private static long edit(int n, int depth) {
    for (int i = 0; i < depth; i++) {
      undo.push(type(n + i));
    }
    long sum = 0;
    for (int i = 0; i < depth; i++) {
      sum = sum * 31 + undo.pop().hashCode();
    }
    return sum;
  }

  public static void main(String[] args) {
    int edits = args.length > 0 ? Integer.parseInt(args[0]) : 200_000;
    long digest = edit(0, 60_000);
    for (int i = 0; i < edits; i++) {
      digest = digest * 31 + edit(i, 100);
    }
    System.out.println(edits + " edits, digest " + Long.toHexString(digest));
  }
}
