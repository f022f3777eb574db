import java.util.List;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.Future$;
import scala.concurrent.Promise;
import scala.concurrent.Promise$;
import scala.jdk.javaapi.CollectionConverters;

/** The first of a short future and of one that never comes, such as a shutdown. */
public class Driver {
    static final Promise<Object> never = Promise$.MODULE$.apply();

    public static void main(String[] args) throws Exception {
        ExecutionContext here = scala.concurrent.ExecutionContext$.MODULE$.fromExecutor(Runnable::run);
        Rounds.run(args, i -> {
            Promise<Object> p = Promise$.MODULE$.apply();
            List<Future<Object>> both = List.of(p.future(), never.future());
            Future$.MODULE$.firstCompletedOf(CollectionConverters.asScala(both), here);
            p.success(i);
        });
    }
}
