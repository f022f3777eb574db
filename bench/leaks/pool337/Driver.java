import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/** Pools with hourly eviction, opened and closed beside one that stays. */
public class Driver {
    static class Factory extends BasePooledObjectFactory<Object> {
        @Override
        public Object create() {
            return new byte[16];
        }

        @Override
        public PooledObject<Object> wrap(Object o) {
            return new DefaultPooledObject<>(o);
        }
    }

    static GenericObjectPool<Object> open() {
        GenericObjectPoolConfig config = new GenericObjectPoolConfig();
        config.setTimeBetweenEvictionRunsMillis(3_600_000);
        config.setJmxEnabled(false);
        return new GenericObjectPool<Object>(new Factory(), config);
    }

    public static void main(String[] args) throws Exception {
        GenericObjectPool<Object> first = open();
        Rounds.run(args, i -> {
            GenericObjectPool<Object> pool = open();
            pool.returnObject(pool.borrowObject());
            pool.close();
        });
        first.close();
        System.exit(0);
    }
}
