import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** H2 in memory: transactions on accounts, range and aggregate queries. */
final class H2Bench {
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    long digest = 17;
    try (Connection db = DriverManager.getConnection("jdbc:h2:mem:bench");
        Statement sql = db.createStatement()) {
      sql.execute("CREATE TABLE account (id INT PRIMARY KEY, branch INT, balance BIGINT, note VARCHAR)");
      sql.execute("CREATE INDEX account_branch ON account (branch, balance)");
      db.setAutoCommit(false);
      try (PreparedStatement insert = db.prepareStatement("INSERT INTO account VALUES (?, ?, ?, ?)")) {
        for (int i = 0; i < 5000; i++) {
          insert.setInt(1, i);
          insert.setInt(2, i % 50);
          insert.setLong(3, i * 131L % 10000);
          insert.setString(4, "opened " + i);
          insert.executeUpdate();
        }
      }
      db.commit();
      try (PreparedStatement move =
              db.prepareStatement("UPDATE account SET balance = balance + ?, note = ? WHERE id = ?");
          PreparedStatement branch = db.prepareStatement(
              "SELECT branch, SUM(balance), MAX(note) FROM account WHERE branch BETWEEN ? AND ?"
                  + " GROUP BY branch ORDER BY branch");
          PreparedStatement rich = db.prepareStatement(
              "SELECT id, balance FROM account WHERE branch = ? AND balance > ? ORDER BY balance, id")) {
        for (int round = 0; round < rounds; round++) {
          Progress.at(round, rounds);
          for (int i = 0; i < 20; i++) {
            int amount = (round * 20 + i) % 97;
            move(move, amount, (round * 37 + i) % 5000);
            move(move, -amount, (round * 53 + i * 7) % 5000);
          }
          db.commit();
          branch.setInt(1, round % 45);
          branch.setInt(2, round % 45 + 4);
          digest = digest(branch, digest);
          rich.setInt(1, round % 50);
          rich.setLong(2, 4000);
          digest = digest(rich, digest);
        }
      }
    }
    System.out.println("digest " + Long.toHexString(digest));
  }

  private static void move(PreparedStatement move, int amount, int id) throws Exception {
    move.setInt(1, amount);
    move.setString(2, "moved " + amount);
    move.setInt(3, id);
    move.executeUpdate();
  }

  private static long digest(PreparedStatement query, long digest) throws Exception {
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        digest = digest * 31 + rows.getInt(1) * 7L + rows.getLong(2);
      }
    }
    return digest;
  }
}
