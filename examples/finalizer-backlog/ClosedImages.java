// isl-test: finalizer-backlog check=manual
// expect: none

/** The images of QueuedImages, closed by those who open them. */
final class ClosedImages {
  static final class Image implements AutoCloseable {
    int[] pixels = new int[64];

    @Override
    public void close() {
      pixels = null;
    }
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 100; i++) {
        try (Image image = new Image()) {
          image.pixels[i % 64] = i;
          sum += image.pixels[round % 64];
        }
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
