import org.apache.logging.log4j.LogManager;

/** A logger by a name of its own for each request; nobody keeps it. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Rounds.run(args, i -> LogManager.getLogger("request-" + i).debug("handled"));
    }
}
