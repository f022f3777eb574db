// isl-test: never-used-returns check=alloc:5m

import java.util.ArrayList;
import java.util.List;

/**
 * A desk that prices every order. The pricing returns a full quote; the desk files those of the first hours and only ever asks
 * how many there are, so that nobody reads a quote. ReadQuotes is the same desk, which works out the total
 * from each quote and files nothing.
 */
final class UnreadQuotes {
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

  private static final List<Quote> filed = new ArrayList<>();
  private static char[] page;

  private static Quote price(int item, int amount) {
    double net = amount * (1 + item % 7);
    // expect@+1: never-used-returns type=UnreadQuotes$Quote held-by=UnreadQuotes.filed
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
      if (order < 40_000) filed.add(quote);
      print(order);
    }
    System.out.println("orders: " + orders);
  }
}
