import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** A cache with weak values that nobody keeps, looked after by the thread that uses it: a pool would not keep pace. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Cache<Long, Object> cache = Caffeine.newBuilder().executor(Runnable::run).weakValues().build();
        Rounds.run(args, i -> cache.put((long) i, new Object()));
    }
}
