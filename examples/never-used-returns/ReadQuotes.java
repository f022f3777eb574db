// isl-test: never-used-returns check=alloc:5m
// expect: none

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The repaired desk of UnreadQuotes: every quote is read for the day's total, and only the last thousand
 * are kept.
 */
final class ReadQuotes {
  static final class Quote {
    final int item;
    final double price;
    final double tax;

    Quote(int item, double price, double tax) {
      this.item = item;
      this.price = price;
      this.tax = tax;
    }
  }

  private static final Deque<Quote> recent = new ArrayDeque<>();
  private static char[] page;
  private static double total;

  private static Quote price(int item, int amount) {
    double net = amount * (1 + item % 7);
    return new Quote(item, net, net * 0.19);
  }

  private static void print(int item) {
    page = new char[600]; // what an order costs besides
    page[item % page.length] = '.';
  }

  public static void main(String[] args) {
    int orders = args.length > 0 ? Integer.parseInt(args[0]) : 400_000;
    for (int order = 0; order < orders; order++) {
      Quote quote = price(order % 100, 1 + order % 5);
      total += quote.price + quote.tax;
      recent.add(quote);
      if (recent.size() > 1000) recent.remove();
      print(order);
    }
    System.out.println("orders: " + orders);
  }
}
