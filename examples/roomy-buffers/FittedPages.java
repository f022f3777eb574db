// isl-test: roomy-buffers check=manual max-vso=4
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The pages of RoomyPages with little more room than text. */
final class FittedPages {
  private static final List<byte[]> pages = new ArrayList<>();

  private static byte[] page(String text, int capacity) {
    byte[] page = new byte[capacity];
    for (int i = 0; i < text.length(); i++) {
      page[i] = (byte) text.charAt(i);
    }
    return page;
  }

  public static void main(String[] args) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      text.append("a line of text, number ").append(i).append("; ");
    }
    for (int i = 0; i < 2_000; i++) {
      pages.add(page(text.toString(), 2048));
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
