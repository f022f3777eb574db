import org.springframework.batch.core.configuration.support.ApplicationContextFactory;
import org.springframework.batch.core.configuration.support.DefaultJobLoader;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.context.support.GenericApplicationContext;

/** Loads the jobs again and again, and clears them before. */
public class Driver {
    public static void main(String[] args) throws Exception {
        DefaultJobLoader loader = new DefaultJobLoader(new MapJobRegistry());
        Rounds.run(args, i -> {
            loader.clear();
            ApplicationContextFactory factory = () -> {
                GenericApplicationContext context = new GenericApplicationContext();
                context.refresh();
                return context;
            };
            loader.load(factory);
        });
    }
}
