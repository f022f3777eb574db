import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.name.Names;

/** A child injector for each request, with the request's number bound by a name of its own. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Injector parent = Guice.createInjector();
        Rounds.run(args, i -> {
            Key<Integer> key = Key.get(Integer.class, Names.named("request-" + i));
            Injector child = parent.createChildInjector(binder -> binder.bind(key).toInstance(i));
            if (child.getInstance(key) != i) {
                throw new AssertionError("another request");
            }
        });
    }
}
