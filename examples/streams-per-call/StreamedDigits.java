// isl-test: streams-per-call check=manual max-vso=4
import java.util.stream.LongStream;

/** Check digits by a stream of four elements for each number. LoopedDigits has a loop. */
final class StreamedDigits {
  private static String latest = "";

  private static long checkDigit(long number) {
    // expect@+1: streams-per-call
    return LongStream.range(0, 4).map(i -> (number >> 8 * i & 0xff) * (i + 3)).sum() % 11;
  }

  public static void main(String[] args) {
    long sum = 0;
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
