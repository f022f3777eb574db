// isl-test: cleaner-backlog check=manual
import java.lang.ref.Cleaner;

/** Buffers that are left to a Cleaner, whose one thread waits in an action. CleanedBuffers closes them. */
final class UncleanedBuffers {
  private static final Cleaner cleaner = Cleaner.create();

  static final class Buffer implements AutoCloseable {
    final byte[] bytes = new byte[256];
    private final Cleaner.Cleanable cleanable;

    Buffer(Runnable release) {
      // expect@any: cleaner-backlog type=CleanerImpl$PhantomCleanableRef
      cleanable = cleaner.register(this, release);
    }

    @Override
    public void close() {
      cleanable.clean();
    }
  }

  private static void release() {
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 100; i++) {
        Buffer buffer = new Buffer(UncleanedBuffers::release);
        buffer.bytes[i] = (byte) round;
        sum += buffer.bytes[i];
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
