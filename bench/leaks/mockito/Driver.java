import java.util.function.Consumer;
import org.mockito.Mockito;

/** Two mocks that are given to each other. "clear" as second argument: the documented way out. */
public class Driver {
    interface A extends Consumer<Object> {}

    interface B extends Consumer<Object> {}

    public static void main(String[] args) throws Exception {
        boolean clear = args.length > 1 && args[1].equals("clear");
        Rounds.run(args, i -> {
            A a = Mockito.mock(A.class);
            B b = Mockito.mock(B.class);
            a.accept(b);
            b.accept(a);
            if (clear) {
                Mockito.framework().clearInlineMocks();
            }
        });
    }
}
