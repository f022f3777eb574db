import isl.Amplifier;
import isl.MemoryPressure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Fills the heap until the pressure is high, and empties it again. */
public class Short {
  static final class Page {
    final byte[] data = new byte[100_000];
  }

  static final List<Page> HELD = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    CountDownLatch high = new CountDownLatch(1);
    CountDownLatch relieved = new CountDownLatch(1);
    MemoryPressure.addListener(() -> { throw new IllegalStateException("of no use"); });
    MemoryPressure.addListener(new MemoryPressure.Listener() {
      @Override
      public void high() {
        high.countDown();
      }

      @Override
      public void relieved() {
        relieved.countDown();
      }
    });
    System.out.println("at first " + MemoryPressure.isHigh());
    // Of 60 MiB the last full collection leaves 7 % free: no pressure would be an error, and not a matter of some KB.
    int most = Amplifier.attached() ? 580 : 500;
    for (int i = 0; i < most && !MemoryPressure.isHigh(); i++) {
      HELD.add(new Page());
      if (i % 10 == 0) {
        System.gc();
      }
    }
    boolean told = high.await(Amplifier.attached() ? 10 : 0, TimeUnit.SECONDS);
    System.out.println("full " + MemoryPressure.isHigh() + ", told " + told);
    Amplifier.check();
    System.out.println("over one " + (Amplifier.vso(null) > 1.5));
    HELD.clear();
    System.gc();
    told = relieved.await(Amplifier.attached() ? 10 : 0, TimeUnit.SECONDS);
    System.out.println("empty " + MemoryPressure.isHigh() + ", told " + told);
    Amplifier.check();
    System.out.println("at last one " + (Amplifier.vso(null) == 1));
  }
}
