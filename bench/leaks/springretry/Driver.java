import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.annotation.Retryable;

/** A bean of its own for each job, whose method may be tried again. */
@Configuration
@EnableRetry(proxyTargetClass = true)
public class Driver {
    public static class Job {
        final byte[] data = new byte[500];

        @Retryable
        public int run(int i) {
            return i + data.length;
        }
    }

    @Bean
    @Scope("prototype")
    public Job job() {
        return new Job();
    }

    public static void main(String[] args) throws Exception {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Driver.class);
        Rounds.run(args, i -> {
            if (context.getBean(Job.class).run(i) != i + 500) {
                throw new AssertionError("another job");
            }
        });
        context.close();
    }
}
