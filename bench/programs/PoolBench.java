import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/** Commons Pool: encoders with large buffers, lent to the tasks of a thread pool in turn. */
final class PoolBench {
  static final class Encoder {
    private final byte[] out = new byte[64 * 1024];
    private int used;

    int encode(String text) {
      used = 0;
      for (int i = 0; i < text.length(); i++) {
        out[used++ % out.length] = (byte) (text.charAt(i) ^ i);
      }
      int sum = used;
      for (int i = 0; i < used; i += 16) {
        sum = sum * 31 + out[i];
      }
      return sum;
    }
  }

  static final class Encoders extends BasePooledObjectFactory<Encoder> {
    @Override
    public Encoder create() {
      return new Encoder();
    }

    @Override
    public PooledObject<Encoder> wrap(Encoder encoder) {
      return new DefaultPooledObject<>(encoder);
    }
  }

  private static int task(GenericObjectPool<Encoder> pool, int number) throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      text.append("line ").append(number + i).append(" of document ").append(number).append('\n');
    }
    Encoder encoder = pool.borrowObject();
    try {
      return encoder.encode(text.toString());
    } finally {
      pool.returnObject(encoder);
    }
  }

  public static void main(String[] args) throws Exception {
    int tasks = Integer.parseInt(args[0]);
    AtomicLong sum = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (GenericObjectPool<Encoder> pool = new GenericObjectPool<>(new Encoders())) {
      pool.setMaxTotal(16);
      pool.setMaxIdle(16);
      pool.setLifo(false);  // in turn
      pool.addObjects(16);
      for (int t = 0; t < 4; t++) {
        int first = t;
        threads.submit(() -> {
          for (int i = first; i < tasks; i += 4) {
            sum.addAndGet(task(pool, i));
          }
          return null;
        });
      }
      threads.shutdown();
      threads.awaitTermination(10, TimeUnit.MINUTES);
    }
    System.out.println("sum " + Long.toHexString(sum.get()));
  }
}
