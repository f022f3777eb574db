import java.lang.ref.SoftReference;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * A fixed object graph, then garbage for several checks. Prints how many lines some order's array holds,
 * and how many references lead to these, which is what the handlers must count at every check.
 */
final class Shop {
  static final class Order {
    Line[] lines;
    Line favourite;
  }

  static final class Line {
    Line next;
    Object other;
  }

  static Order[] orders = new Order[2000];
  static Object[] loose = new Object[700];
  static Line[] unordered = new Line[3000];
  static Line best;
  static Line worst;
  static SoftReference<Line> soft;
  static byte[] garbage;

  static void build(Random random) {
    Line[] all = new Line[6000];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Line();
      all[i].next = i > 0 && random.nextBoolean() ? all[random.nextInt(i)] : null;
    }
    for (int i = 0; i < orders.length; i++) {
      orders[i] = new Order();
      orders[i].lines = i % 10 == 9 ? orders[i - 1].lines : new Line[random.nextInt(6)];
      for (int j = 0; j < orders[i].lines.length; j++) {
        orders[i].lines[j] = random.nextInt(4) > 0 ? all[random.nextInt(2500)] : null;
      }
      orders[i].favourite = all[random.nextInt(all.length)];
      if (orders[i].lines.length > 0 && orders[i].lines[0] != null) {
        orders[i].lines[0].other = orders[i];
      }
    }
    for (int i = 0; i < unordered.length; i++) unordered[i] = all[random.nextInt(4000)];
    for (int i = 0; i < loose.length; i++) loose[i] = random.nextBoolean() ? all[i] : unordered;
    best = all[1];
    worst = all[5999];
    soft = new SoftReference<>(orders[0].favourite);
  }

  static Set<Line> reachable() {
    Set<Line> seen = new HashSet<>();
    for (Order order : orders) {
      follow(order.favourite, seen);
      for (Line line : order.lines) follow(line, seen);
    }
    for (Line line : unordered) follow(line, seen);
    for (Object each : loose) {
      if (each instanceof Line) follow((Line) each, seen);
    }
    follow(best, seen);
    follow(worst, seen);
    return seen;
  }

  static void follow(Line line, Set<Line> seen) {
    for (Line each = line; each != null && seen.add(each); each = each.next) { }
  }

  static int count(Set<Line> wanted, Object candidate) {
    return wanted.contains(candidate) ? 1 : 0;
  }

  static String expected() {
    Set<Line> ordered = new HashSet<>();
    Set<Line[]> arrays = new HashSet<>();
    for (Order order : orders) arrays.add(order.lines);
    for (Line[] lines : arrays) {
      for (Line line : lines) {
        if (line != null) ordered.add(line);
      }
    }
    int edges = count(ordered, best) + count(ordered, worst);
    for (Order order : orders) edges += count(ordered, order.favourite);
    for (Line[] lines : arrays) {
      for (Line line : lines) edges += count(ordered, line);
    }
    for (Line line : unordered) edges += count(ordered, line);
    for (Object each : loose) edges += count(ordered, each);
    for (Line line : reachable()) edges += count(ordered, line.next) + count(ordered, line.other);
    return "once " + ordered.size() + ", edges " + edges;
  }

  public static void main(String[] args) throws InterruptedException {
    build(new Random(42));
    System.out.println(expected());
    for (int round = 0; round < 6; round++) {
      for (int i = 0; i < 3500; i++) garbage = new byte[16 << 10];
      Thread.sleep(100);
    }
  }
}
