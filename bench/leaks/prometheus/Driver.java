import io.prometheus.client.Summary;
import java.util.Random;

/** A server that times its requests in a summary with quantiles. */
public class Driver {
    static final Summary requests = Summary.build("requests", "times of requests").labelNames("path")
        .quantile(0.5, 0.05).quantile(0.9, 0.01).quantile(0.99, 0.001).register();

    public static void main(String[] args) throws Exception {
        Random random = new Random(7);
        Rounds.run(args, i -> {
            String[] parts = ("/item/" + i + "?q=" + random.nextInt(1000)).split("[/?=]");
            requests.labels(parts[1]).observe(random.nextGaussian() * 20 + 100);
        });
    }
}
