// isl-test: invariant-objects check=manual
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The orders of CopiedNames with names that differ: strings of one allocation site, each with its own text. */
final class DistinctNames {
  static final class Order {
    final String name;
    final int amount;

    Order(String name, int amount) {
      this.name = name;
      this.amount = amount;
    }
  }

  private static final List<Order> orders = new ArrayList<>();

  public static void main(String[] args) {
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      orders.add(new Order("order " + i, i % 7919));
    }
    for (int round = 0; round < 40; round++) {
      StringBuilder page = new StringBuilder();
      for (int i = round; i < orders.size(); i += 37) {
        Order order = orders.get(i);
        page.append(order.amount).append(' ').append(order.name).append('\n');
      }
      sum += page.toString().hashCode();
      isl.Amplifier.check();
    }
    System.out.println(orders.size() + " orders, digest " + Long.toHexString(sum));
  }
}
