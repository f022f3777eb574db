// isl-test: lambdas-per-call check=manual max-vso=2
// expect: none
import java.util.function.LongBinaryOperator;

/** The prices of CapturedRates: the discount is an argument, so that the lambda captures nothing. */
final class KeptRates {
  private static LongBinaryOperator latest = (price, discount) -> price;
  private static long[] page = new long[0];

  private static long discounted(long price, long discount) {
    latest = (full, percent) -> full - full * percent / 100;
    return latest.applyAsLong(price, discount);
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 300_000; i++) {
        if (i % 4 == 0) page = new long[6];
        page[i % 6] = discounted(i, round);
        sum += page[0];
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
