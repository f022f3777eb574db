// isl-test: lambdas-per-call check=manual max-vso=2
import java.util.function.LongUnaryOperator;

/** Prices whose rate is a lambda that captures the customer's discount, made for each price. KeptRates makes one. */
final class CapturedRates {
  private static LongUnaryOperator latest = price -> price;
  private static long[] page = new long[0];

  private static long discounted(long price, long discount) {
    // expect@+1: lambdas-per-call
    latest = full -> full - full * discount / 100;
    return latest.applyAsLong(price);
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
