import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** A cache with weak values that nobody keeps. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Cache<Long, Object> cache = Caffeine.newBuilder().weakValues().build();
        Rounds.run(args, i -> cache.put((long) i, new Object()));
    }
}
