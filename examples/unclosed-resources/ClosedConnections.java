// isl-test: unclosed-resources check=manual
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The connections of OpenConnections in a try with resources. */
final class ClosedConnections {
  static final class Connection implements AutoCloseable {
    private static final List<Connection> open = new ArrayList<>();
    final byte[] buffer = new byte[512];
    int sent;

    Connection() {
      open.add(this);
    }

    void send(int value) {
      buffer[sent++ % buffer.length] = (byte) value;
    }

    @Override
    public void close() {
      open.remove(this);
    }
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 50; i++) {
        try (Connection connection = new Connection()) {
          connection.send(i);
          sum += connection.sent;
        }
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
