import java.time.Duration;
import reactor.core.publisher.Sinks;

/** A replay that keeps nothing older than zero seconds. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Sinks.Many<byte[]> sink = Sinks.many().replay().limit(Duration.ZERO);
        Rounds.run(args, i -> sink.tryEmitNext(new byte[1024]));
    }
}
