// isl-test: roomy-buffers check=manual max-vso=4
import java.util.ArrayList;
import java.util.List;

/** Pages of 4096 bytes with a line of text in each. FittedPages asks for what it needs. */
final class RoomyPages {
  private static final List<byte[]> pages = new ArrayList<>();

  private static byte[] page(String text, int capacity) {
    byte[] page = new byte[capacity];  // expect: roomy-buffers type=byte[] held-by=RoomyPages.pages
    for (int i = 0; i < text.length(); i++) {
      page[i] = (byte) text.charAt(i);
    }
    return page;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2_000; i++) {
      pages.add(page("a line of text that stands for page number " + i, 4096));
    }
    long sum = 0;
    for (int round = 0; round < 40; round++) {
      for (int i = round; i < pages.size(); i += 7) {
        sum += pages.get(i)[round];
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
