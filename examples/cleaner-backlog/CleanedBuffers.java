// isl-test: cleaner-backlog check=manual
// expect: none
import java.lang.ref.Cleaner;

/** The buffers of UncleanedBuffers in a try with resources: closing takes the action from the Cleaner. */
final class CleanedBuffers {
  private static final Cleaner cleaner = Cleaner.create();
  private static long released;

  static final class Buffer implements AutoCloseable {
    final byte[] bytes = new byte[256];
    private final Cleaner.Cleanable cleanable;

    Buffer(Runnable release) {
      cleanable = cleaner.register(this, release);
    }

    @Override
    public void close() {
      cleanable.clean();
    }
  }

  private static void release() {
    released++;
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 100; i++) {
        try (Buffer buffer = new Buffer(CleanedBuffers::release)) {
          buffer.bytes[i] = (byte) round;
          sum += buffer.bytes[i];
        }
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum) + ", released " + released);
  }
}
