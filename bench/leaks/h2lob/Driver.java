import java.io.ByteArrayInputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;

/** Stores a document in a database in memory and deletes it. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Connection c = DriverManager.getConnection("jdbc:h2:mem:t");
        c.createStatement().execute("create table doc (id int primary key, body blob)");
        PreparedStatement insert = c.prepareStatement("insert into doc values (?, ?)");
        PreparedStatement delete = c.prepareStatement("delete from doc where id = ?");
        Rounds.run(args, i -> {
            insert.setInt(1, i);
            insert.setBinaryStream(2, new ByteArrayInputStream(new byte[2000]), 2000);
            insert.executeUpdate();
            delete.setInt(1, i);
            delete.executeUpdate();
        });
        c.close();
    }
}
