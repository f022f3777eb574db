// isl-test: never-closed-resources check=manual
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The statements of OpenStatements, closed when they have been asked. That the list keeps them is another defect. */
final class ClosedStatements {
  static final class Statement implements AutoCloseable {
    final int[] row = new int[8];
    boolean open = true;

    int next(int value) {
      row[value % row.length] = value;
      return row[0] + row[7];
    }

    @Override
    public void close() {
      open = false;
    }
  }

  static final class Connection implements AutoCloseable {
    final List<Statement> statements = new ArrayList<>();

    Statement prepare() {
      Statement made = new Statement();
      statements.add(made);
      return made;
    }

    long ask(int value) {
      long sum = 0;
      for (Statement each : statements) {
        sum += each.next(value);
      }
      return sum;
    }

    @Override
    public void close() {
      statements.clear();
    }
  }

  public static void main(String[] args) {
    long sum = 0;
    try (Connection connection = new Connection()) {
      for (int round = 0; round < 60; round++) {
        for (int i = 0; i < 100; i++) {
          try (Statement statement = connection.prepare()) {
            sum += statement.next(i);
          }
        }
        sum += connection.ask(round);
        isl.Amplifier.check();
      }
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
