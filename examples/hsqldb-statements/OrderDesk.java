import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * An order desk on one long-lived connection to an in-memory HSQLDB. A client answers requests,
 * each with an SQL text of its own, as tracing libraries make it that add a comment per request.
 *
 * <p>LeakingClient and ClosingClient differ in one thing: whether the statement is closed. Both
 * print the same digest of all answers.
 */
abstract class OrderDesk {
  private static final int ORDERS = 3000;
  private static final int CUSTOMERS = 10;

  /** Answers one request with the page that {@link #render} makes of its rows. */
  abstract String answer(Connection connection, String sql) throws SQLException;

  /** A page with one line per order; most of what the program allocates, and soon dropped. */
  static String render(ResultSet rows) throws SQLException {
    StringBuilder page = new StringBuilder();
    int total = 0;
    while (rows.next()) {
      int price = rows.getInt(2);
      int quantity = rows.getInt(3);
      total += price * quantity;
      page.append(String.format("%8d %6d.%02d x %3d\n", rows.getInt(1), price / 100, price % 100,
          quantity));
    }
    return page.append("total ").append(total).append('\n').toString();
  }

  final void run(int requests) throws Exception {
    Class.forName("org.hsqldb.jdbcDriver");
    long digest = 17;
    try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:desk", "sa", "")) {
      fill(connection);
      for (int i = 0; i < requests; i++) {
        String sql =
            "SELECT id, price, quantity FROM orders WHERE price > " + (i * 37 % 1000)
                + " AND customer = 'customer-" + (i % CUSTOMERS) + "' /* trace " + i + " */";
        digest = digest * 31 + answer(connection, sql).hashCode();
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("SHUTDOWN");
      }
    }
    System.out.println(requests + " requests, digest " + Long.toHexString(digest));
  }

  private static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer VARCHAR(20), price INTEGER,"
              + " quantity INTEGER)");
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?)")) {
      for (int i = 0; i < ORDERS; i++) {
        insert.setInt(1, i);
        insert.setString(2, "customer-" + i * 7 % CUSTOMERS);
        insert.setInt(3, i * 61 % 1000);
        insert.setInt(4, 1 + i % 9);
        insert.executeUpdate();
      }
    }
  }
}
