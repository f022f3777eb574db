import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** Some thousand statements on H2; prints a digest of the answers. */
public final class Orders {
  public static void main(String[] args) throws Exception {
    long digest = 17;
    try (Connection db = DriverManager.getConnection("jdbc:h2:mem:orders")) {
      try (Statement s = db.createStatement()) {
        s.execute("create table orders(id int primary key, name varchar(40), amount bigint)");
      }
      try (PreparedStatement insert = db.prepareStatement("insert into orders values (?, ?, ?)")) {
        for (int i = 0; i < 3000; i++) {
          insert.setInt(1, i);
          insert.setString(2, "order " + i % 97);
          insert.setLong(3, i * 7919L % 1009);
          insert.executeUpdate();
        }
      }
      for (int round = 0; round < 20; round++) {
        try (PreparedStatement query = db.prepareStatement(
            "select name, sum(amount) from orders where id > ? group by name order by name")) {
          query.setInt(1, round * 10);
          try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) digest = digest * 31 + rows.getString(1).hashCode() + rows.getLong(2);
          }
        }
      }
    }
    System.out.println("digest " + Long.toHexString(digest));
  }

  private Orders() {}
}
