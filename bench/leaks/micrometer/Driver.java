import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;

/** A counter for each session, removed when the session ends; the registry behind adds a common tag. */
public class Driver {
    public static void main(String[] args) throws Exception {
        SimpleMeterRegistry behind = new SimpleMeterRegistry();
        behind.config().commonTags(List.of(Tag.of("host", "a")));
        CompositeMeterRegistry all = new CompositeMeterRegistry();
        all.add(behind);
        Rounds.run(args, i -> {
            Counter counter = all.counter("session.bytes", "session", "s" + i);
            counter.increment();
            all.remove(counter);
        });
    }
}
