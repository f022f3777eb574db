import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;

/** A health check that asks for the version of the schema, again and again. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Logger quiet = Logger.getLogger("org.flywaydb");
        quiet.setLevel(Level.OFF);
        Path root = Files.createTempDirectory("flyway");
        Path scripts = Files.createDirectories(root.resolve("db/migration"));
        for (File file : new File[] {root.toFile(), root.resolve("db").toFile(), scripts.toFile()}) {
            file.deleteOnExit();
        }
        for (int i = 1; i <= 40; i++) {
            Path script = scripts.resolve("V" + i + "__create_t" + i + ".sql");
            Files.writeString(script, "create table t" + i + " (id int primary key);");
            script.toFile().deleteOnExit();
        }
        ClassLoader loader = new URLClassLoader(new URL[] {root.toUri().toURL()}, Driver.class.getClassLoader());
        Flyway flyway = Flyway.configure(loader).dataSource("jdbc:h2:mem:t;DB_CLOSE_DELAY=-1", "sa", "").load();
        flyway.migrate();
        Rounds.run(args, i -> {
            if (!health(flyway).startsWith("1 create t1;")) {
                throw new AssertionError(health(flyway));
            }
        });
    }

    static String health(Flyway flyway) {
        StringBuilder health = new StringBuilder();
        for (MigrationInfo migration : flyway.info().applied()) {
            health.append(migration.getVersion()).append(' ').append(migration.getDescription()).append(';');
        }
        return health.toString();
    }
}
