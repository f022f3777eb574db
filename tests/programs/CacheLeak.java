import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A cache whose key holds the request's time stamp by mistake, so that no look-up ever hits. Clean:
 * the key has the fields that matter, the cache stays small and hits.
 *
 * <p>expect: spec=leak method=CacheLeak.lookUp type=CacheLeak$Quote holder=CacheLeak.cache
 */
final class CacheLeak {
  static final class Key {
    final String item;
    final long stamp;

    Key(String item, long stamp) {
      this.item = item;
      this.stamp = stamp;
    }

    @Override
    public int hashCode() {
      return Objects.hash(item, stamp);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key && item.equals(((Key) other).item) && stamp == ((Key) other).stamp;
    }
  }

  static final class Quote {
    final long price;
    final double[] history = new double[20];

    Quote(long price) {
      this.price = price;
      history[(int) (price % history.length)] = price;
    }
  }

  private static final Map<Key, Quote> cache = new HashMap<>();

  private static Quote lookUp(int item, long stamp) {
    Key key = new Key("item " + item, stamp);
    Quote quote = cache.get(key);
    if (quote == null) {
      quote = new Quote(item * 37L % 1009);
      cache.put(key, quote);
    }
    return quote;
  }

  public static void main(String[] args) {
    boolean leak = Work.leaks(args);
    int requests = Work.size(args, 1, 60_000);
    long digest = 17;
    for (int i = 0; i < requests; i++) {
      Quote quote = lookUp(i % 500, leak ? i : 0);
      digest = digest * 31 + quote.price + (long) quote.history[(int) (quote.price % 20)];
      digest += Work.request(i, 16_000);
    }
    Work.print("requests", requests, digest);
  }
}
