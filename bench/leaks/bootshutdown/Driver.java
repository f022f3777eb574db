import java.util.HashMap;
import java.util.Map;
import java.util.logging.LogManager;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** A host that starts the applications of tenants; one with a bad configuration is tried again and again. */
public class Driver {
    @Configuration
    public static class Tenant {
        @Bean
        public Map<String, Integer> words(Environment environment) {
            Map<String, Integer> words = new HashMap<>();
            for (String word : environment.getProperty("tenant.text").split(" ")) {
                words.merge(word, 1, Integer::sum);
            }
            if (!words.containsKey("ok")) {
                throw new IllegalStateException("bad configuration");
            }
            return words;
        }
    }

    static void start(int i) {
        SpringApplication application = new SpringApplication(Tenant.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setDefaultProperties(Map.of("tenant.text", "a b c d " + i));
        try {
            application.run().close();
        } catch (RuntimeException expected) {
            // a bad configuration
        }
    }

    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset();
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        Thread host = new Thread(() -> Rounds.run(args, Driver::start), "host");
        host.start();
        host.join();
    }
}
