import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.sqlite.BusyHandler;

/** A busy handler of its own for each piece of work, cleared afterwards. */
public class Driver {
    static class Retry extends BusyHandler {
        final byte[] state = new byte[64];

        @Override
        protected int callback(int prevInvokes) throws SQLException {
            return prevInvokes < 3 ? state.length : 0;
        }
    }

    public static void main(String[] args) throws Exception {
        Connection c = DriverManager.getConnection("jdbc:sqlite::memory:");
        Rounds.run(args, i -> {
            BusyHandler.setHandler(c, new Retry());
            BusyHandler.clearHandler(c);
        });
        c.close();
    }
}
