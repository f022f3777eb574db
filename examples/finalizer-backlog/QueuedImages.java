// isl-test: finalizer-backlog check=manual
import java.util.concurrent.CountDownLatch;

/** Images that free their memory in finalize(), which takes long. ClosedImages frees it when an image is closed. */
final class QueuedImages {
  private static final CountDownLatch slow = new CountDownLatch(1);

  static final class Image {
    final int[] pixels = new int[64];

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() throws InterruptedException {
      slow.await();
    }
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 100; i++) {
        // expect@any: finalizer-backlog type=Finalizer
        Image image = new Image();
        image.pixels[i % 64] = i;
        sum += image.pixels[round % 64];
      }
      isl.Amplifier.check();
    }
    slow.countDown();
    System.out.println("digest " + Long.toHexString(sum));
  }
}
