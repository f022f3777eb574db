import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Connections that one thread borrows and uses, and another closes. */
public class Driver {
    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:t;DB_CLOSE_DELAY=-1");
        config.setMaximumPoolSize(4);
        HikariDataSource source = new HikariDataSource(config);
        try (Connection connection = source.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("create table t (id int primary key, v varchar)");
            for (int i = 0; i < 100; i++) {
                statement.execute("insert into t values (" + i + ", 'v" + i + "')");
            }
        }
        ExecutorService closer = Executors.newSingleThreadExecutor();
        Rounds.run(args, i -> {
            Connection[] connections = {source.getConnection(), source.getConnection(), source.getConnection()};
            for (Connection connection : connections) {
                if (!read(connection, i % 100).equals("v" + i % 100)) {
                    throw new AssertionError(i);
                }
            }
            closer.submit(() -> {
                for (Connection connection : connections) {
                    connection.close();
                }
                return null;
            }).get();
        });
        closer.shutdown();
        source.close();
    }

    static String read(Connection connection, int id) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select v from t where id = ?")) {
            query.setInt(1, id);
            try (ResultSet found = query.executeQuery()) {
                found.next();
                return found.getString(1);
            }
        }
    }
}
