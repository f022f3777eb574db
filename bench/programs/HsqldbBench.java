import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** HSQLDB 1.8 in memory: inserts, joins, updates and deletes over a sliding window of orders. */
final class HsqldbBench {
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    Class.forName("org.hsqldb.jdbcDriver");
    long digest = 17;
    try (Connection db = DriverManager.getConnection("jdbc:hsqldb:mem:bench", "sa", "");
        Statement sql = db.createStatement()) {
      sql.execute("CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(30), town INTEGER)");
      sql.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, customer INTEGER, price INTEGER)");
      sql.execute("CREATE INDEX item_customer ON item (customer)");
      try (PreparedStatement insert = db.prepareStatement("INSERT INTO customer VALUES (?, ?, ?)")) {
        for (int i = 0; i < 500; i++) {
          insert.setInt(1, i);
          insert.setString(2, "customer " + i);
          insert.setInt(3, i % 23);
          insert.executeUpdate();
        }
      }
      try (PreparedStatement insert = db.prepareStatement("INSERT INTO item VALUES (?, ?, ?)");
          PreparedStatement join = db.prepareStatement(
              "SELECT c.town, SUM(i.price), COUNT(*) FROM customer c, item i"
                  + " WHERE i.customer = c.id AND i.price > ? GROUP BY c.town ORDER BY c.town");
          PreparedStatement raise =
              db.prepareStatement("UPDATE item SET price = price + 1 WHERE customer = ?");
          PreparedStatement drop = db.prepareStatement("DELETE FROM item WHERE id < ?")) {
        int next = 0;
        for (int round = 0; round < rounds; round++) {
          Progress.at(round, rounds);
          for (int i = 0; i < 200; i++, next++) {
            insert.setInt(1, next);
            insert.setInt(2, next * 31 % 500);
            insert.setInt(3, next * 17 % 1000);
            insert.executeUpdate();
          }
          join.setInt(1, round % 900);
          try (ResultSet rows = join.executeQuery()) {
            while (rows.next()) {
              digest = digest * 31 + rows.getInt(1) + rows.getLong(2) * 7 + rows.getInt(3);
            }
          }
          raise.setInt(1, round % 500);
          digest += raise.executeUpdate();
          drop.setInt(1, next - 4000);
          digest += drop.executeUpdate();
        }
      }
      sql.execute("SHUTDOWN");
    }
    System.out.println("digest " + Long.toHexString(digest));
  }
}
