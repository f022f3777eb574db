// isl-test: invariant-objects check=manual
import java.util.ArrayList;
import java.util.List;

/**
 * Orders that each make a string of their own of the same currency. DistinctNames has strings as well, each
 * with a text of its own: that all of them are Latin-1 makes them no copies.
 */
final class CopiedNames {
  static final class Order {
    final String currency;
    final int amount;

    Order(String currency, int amount) {
      // expect@+1: invariant-objects type=String held-by=CopiedNames.orders
      this.currency = new String(currency);
      this.amount = amount;
    }
  }

  private static final List<Order> orders = new ArrayList<>();

  public static void main(String[] args) {
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      orders.add(new Order("EUR", i % 7919));
    }
    for (int round = 0; round < 40; round++) {
      StringBuilder page = new StringBuilder();
      for (int i = round; i < orders.size(); i += 37) {
        Order order = orders.get(i);
        page.append(order.amount).append(' ').append(order.currency).append('\n');
      }
      sum += page.toString().hashCode();
      isl.Amplifier.check();
    }
    System.out.println(orders.size() + " orders, digest " + Long.toHexString(sum));
  }
}
