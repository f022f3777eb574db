// isl-test: unclosed-resources check=manual
import java.util.ArrayList;
import java.util.List;

/** A connection for each request, never closed. ClosedConnections closes them. */
final class OpenConnections {
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
        // expect@+1: unclosed-resources type=OpenConnections$Connection held-by=OpenConnections$Connection.open
        Connection connection = new Connection();
        connection.send(i);
        sum += connection.sent;
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
