import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Never closes its statements: the connection's session keeps every one of them. */
final class LeakingClient extends OrderDesk {
  public static void main(String[] args) throws Exception {
    new LeakingClient().run(args.length > 0 ? Integer.parseInt(args[0]) : 8000);
  }

  @Override
  String answer(Connection connection, String sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    ResultSet result = statement.executeQuery();
    return render(result);
  }
}
