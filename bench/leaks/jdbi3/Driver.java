import java.sql.Connection;
import java.sql.DriverManager;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.transaction.TransactionException;

/** Handles that are closed without a commit: close() rolls back, and says so by an exception. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Connection[] keep = {DriverManager.getConnection("jdbc:h2:mem:t")};
        keep[0].createStatement().execute("create table t (i int)");
        Jdbi jdbi = Jdbi.create(() -> {
            Connection c = DriverManager.getConnection("jdbc:h2:mem:t");
            c.setAutoCommit(false);
            return c;
        });
        Rounds.run(args, i -> step(jdbi, i));
        keep[0].close();
    }

    static void step(Jdbi jdbi, int i) {
        Handle handle = jdbi.open();
        handle.begin();
        handle.execute("insert into t values (?)", i);
        try {
            handle.close();
        } catch (TransactionException expected) {
            // an open transaction
        }
    }
}
