import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.springframework.cglib.proxy.Callback;
import org.springframework.cglib.proxy.CallbackFilter;
import org.springframework.cglib.proxy.Enhancer;
import org.springframework.cglib.proxy.MethodInterceptor;
import org.springframework.cglib.proxy.NoOp;

/** Every eighth order is handed out behind a proxy. Of a filter that knows no equal each makes a class of its own. */
public class Driver {
    public static class Order {
        final List<String> lines = new ArrayList<>();

        public int size() {
            return lines.size();
        }

        public void add(String line) {
            lines.add(line);
        }
    }

    static class Guarded implements CallbackFilter {
        public int accept(Method method) {
            return method.getName().equals("add") ? 0 : 1;
        }
    }

    static final CallbackFilter ONE = new Guarded();

    static Order guard(boolean each) {
        Enhancer enhancer = new Enhancer();
        enhancer.setSuperclass(Order.class);
        enhancer.setCallbackFilter(each ? new Guarded() : ONE);
        MethodInterceptor refuses = (order, method, args, call) -> null;
        enhancer.setCallbacks(new Callback[] {refuses, NoOp.INSTANCE});
        return (Order) enhancer.create();
    }

    public static void main(String[] args) throws Exception {
        boolean each = args[1].equals("each");
        Rounds.run(args, i -> {
            Order order = new Order();
            for (int line = 0; line < 40; line++) {
                order.add("line " + line + " of order " + i);
            }
            Order seen = i % 8 == 0 ? guard(each) : order;
            seen.add("more");
            if (seen.size() != (seen == order ? 41 : 0)) {
                throw new AssertionError("it was not guarded");
            }
        });
    }
}
