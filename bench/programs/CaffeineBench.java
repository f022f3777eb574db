import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Random;

/** Caffeine: a bounded cache of some tens of megabytes that warms up and then hits nearly always. */
final class CaffeineBench {
  static final class Product {
    final int number;
    final String name;
    final long[] prices = new long[40];
    int reads;

    Product(int number) {
      this.number = number;
      name = "product " + number;
      for (int i = 0; i < prices.length; i++) {
        prices[i] = number * 31L + i;
      }
    }
  }

  public static void main(String[] args) {
    int requests = Integer.parseInt(args[0]);
    Cache<Integer, Product> cache = Caffeine.newBuilder().maximumSize(50_000).executor(Runnable::run)
        .build();
    Random random = new Random(5);
    long digest = 17;
    for (int i = 0; i < requests; i++) {
      StringBuilder page = new StringBuilder();
      for (int j = 0; j < 20; j++) {
        Product product = cache.get(random.nextInt(45_000), Product::new);
        product.reads++;
        page.append(product.name).append(' ').append(product.prices[j]).append('\n');
      }
      digest = digest * 31 + page.toString().hashCode();
    }
    System.out.println("digest " + Long.toHexString(digest));
  }
}
