// isl-test: under-utilised-maps check=manual
// expect: none
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The maps of RoomyTables without a capacity of their own, and with as many entries as that expects. */
final class FittedTables {
  private static final int COUNT = 24;
  private static final List<Map<Object, Integer>> maps = new ArrayList<>();

  private static void put(Map<Object, Integer> map, Object[] keys) {
    for (int i = 0; i < keys.length; i++) {
      map.put(keys[i], i);
    }
    maps.add(map);
  }

  private static void fill(Object[] keys) {
    put(new LinkedHashMap<>(), keys);
    put(new ConcurrentHashMap<>(), keys);
    put(new IdentityHashMap<>(), keys);
  }

  private static long digest(Map<Object, Integer> map, Object key) {
    Integer value = map.get(key);
    return value == null ? 1 : value;
  }

  public static void main(String[] args) {
    Object[] keys = new Object[COUNT];
    for (int i = 0; i < COUNT; i++) {
      keys[i] = "key " + i;
    }
    for (int i = 0; i < 2_000; i++) {
      fill(keys);
    }
    long sum = 0;
    for (int round = 0; round < 40; round++) {
      StringBuilder page = new StringBuilder();
      for (int i = round % 7; i < maps.size(); i += 97) {
        page.append(digest(maps.get(i), keys[round % COUNT])).append(' ');
        page.append("of map ").append(i).append('\n');
      }
      sum += page.toString().hashCode();
      isl.Amplifier.check();
    }
    System.out.println(maps.size() + " maps, digest " + Long.toHexString(sum));
  }
}
