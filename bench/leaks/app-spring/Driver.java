import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A clinic: its controller keeps the visits that are under way. "repaired": it also takes them out. */
@EnableAutoConfiguration
@RestController
public class Driver {
    record Visit(String pet, Instant began, byte[] notes) {}

    static final Map<Long, Visit> visits = new ConcurrentHashMap<>();
    static boolean repaired;

    @GetMapping("/visit")
    public Map<String, Object> visit(@RequestParam("id") long id, @RequestParam("pet") String pet) {
        visits.put(id, new Visit(pet, Instant.now(), new byte[200]));
        Visit visit = repaired ? visits.remove(id) : visits.get(id);
        return Map.of("pet", visit.pet(), "began", visit.began().toString());
    }

    public static void main(String[] args) {
        repaired = args.length > 1;
        ConfigurableApplicationContext context = SpringApplication.run(Driver.class, "--server.port=0");
        int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
        Rounds.run(args, i -> Load.get(port, "/visit?pet=cat" + i % 100 + "&id=" + i));
        context.close();
    }
}
