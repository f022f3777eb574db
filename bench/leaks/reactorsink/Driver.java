import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Requests that end when their work is done or the server stops, whatever comes first. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Sinks.One<String> stop = Sinks.one();
        Rounds.run(args, i -> {
            int sum = Flux.range(i, 10).takeUntilOther(stop.asMono()).reduce(0, Integer::sum).block();
            if (sum != 10 * i + 45) {
                throw new AssertionError("another request");
            }
        });
    }
}
