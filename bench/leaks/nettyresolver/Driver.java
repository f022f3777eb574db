import io.netty.resolver.DefaultNameResolver;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetSocketAddress;

/** Clients with a resolver group of their own on an executor that all of them share. */
public class Driver {
    static class Group extends AddressResolverGroup<InetSocketAddress> {
        @Override
        protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
            return new DefaultNameResolver(executor).asAddressResolver();
        }
    }

    public static void main(String[] args) throws Exception {
        EventExecutor executor = new DefaultEventExecutor();
        Rounds.run(args, i -> {
            Group group = new Group();
            group.getResolver(executor);
            group.close();
        });
        System.exit(0);
    }
}
