// isl-test: streams-per-call check=manual max-vso=4
// expect: none
import java.util.stream.LongStream;

/** The check digits of StreamedDigits, by a loop; one stream for the whole run. */
final class LoopedDigits {
  private static String latest = "";

  private static long checkDigit(long number) {
    long sum = 0;
    for (int i = 0; i < 4; i++) sum += (number >> 8 * i & 0xff) * (i + 3);
    return sum % 11;
  }

  public static void main(String[] args) {
    long sum = LongStream.range(0, 4).sum();
    for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 100_000; i++) {
        sum += checkDigit(i);
        if (i % 2 == 0) latest = Long.toString(sum);
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum) + latest.length());
  }
}
