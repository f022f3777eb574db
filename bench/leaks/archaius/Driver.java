import com.netflix.archaius.config.DefaultSettableConfig;

/** Asks for a part of the configuration at each request; now and then a setting changes. */
public class Driver {
    public static void main(String[] args) throws Exception {
        DefaultSettableConfig config = new DefaultSettableConfig();
        config.setProperty("client.timeout", 5);
        Rounds.run(args, i -> {
            if (config.getPrefixedView("client").getInteger("timeout") != 5) {
                throw new AssertionError("another timeout");
            }
            if (i % 500 == 0) {
                config.setProperty("client.retries", i);
            }
        });
    }
}
