// isl-test: leak
// expect: none

import java.util.HashMap;
import java.util.Map;

/**
 * The planner of LeakingRoutes with a key that has equals and hashCode: the cache hits.
 */
final class RepairedRoutes {
  static final class Key {
    final int from;
    final int to;

    Key(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key && ((Key) other).from == from && ((Key) other).to == to;
    }

    @Override
    public int hashCode() {
      return from * 31 + to;
    }
  }

  static final class Route {
    final int[] stops = new int[24];
    int length;

    void add(int stop, int distance) {
      stops[length % stops.length] = stop;
      length += distance;
    }
  }

  private static final Map<Key, Route> cache = new HashMap<>();

  private static Route plan(int from, int to) {
    Route route = new Route();
    for (int stop = from; stop != to; stop = (stop + 1) % 40) {
      route.add(stop, 3 + stop % 5);
    }
    return route;
  }

  private static Route route(int from, int to) {
    Key key = new Key(from, to);
    Route route = cache.get(key);
    if (route == null) {
      route = plan(from, to);
      cache.put(key, route);
    }
    return route;
  }

  private static long timetable(Route route) {
    StringBuilder text = new StringBuilder(6000);
    for (int i = 0; text.length() < 5000; i++) {
      text.append("stop ").append(route.stops[i % route.stops.length]).append(" at ")
          .append(i * route.length / 60).append(" min\n");
    }
    return text.toString().hashCode();
  }

  public static void main(String[] args) {
    int requests = args.length > 0 ? Integer.parseInt(args[0]) : 60_000;
    long digest = 17;
    for (int i = 0; i < requests; i++) {
      digest = digest * 31 + timetable(route(i % 40, i * 7 % 39));
    }
    System.out.println(requests + " requests, digest " + Long.toHexString(digest));
  }
}
