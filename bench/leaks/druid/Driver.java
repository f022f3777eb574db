import com.alibaba.druid.pool.DruidDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** A long-lived statement that answers many queries; each result set is closed. */
public class Driver {
    public static void main(String[] args) throws Exception {
        DruidDataSource source = new DruidDataSource();
        source.setUrl("jdbc:h2:mem:t;DB_CLOSE_DELAY=-1");
        try (Connection connection = source.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("create table t (id int primary key, v varchar)");
            for (int i = 0; i < 100; i++) {
                statement.execute("insert into t values (" + i + ", 'v" + i + "')");
            }
            try (PreparedStatement query = connection.prepareStatement("select v from t where id = ?")) {
                Rounds.run(args, i -> {
                    query.setInt(1, i % 100);
                    try (ResultSet found = query.executeQuery()) {
                        if (!found.next() || !String.join("", found.getString(1).split("")).equals("v" + i % 100)) {
                            throw new AssertionError(i);
                        }
                    }
                });
            }
        }
        source.close();
    }
}
