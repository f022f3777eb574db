import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Closes each statement when its answer is read. */
final class ClosingClient extends OrderDesk {
  public static void main(String[] args) throws Exception {
    new ClosingClient().run(args.length > 0 ? Integer.parseInt(args[0]) : 8000);
  }

  @Override
  String answer(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet result = statement.executeQuery()) {
      return render(result);
    }
  }
}
