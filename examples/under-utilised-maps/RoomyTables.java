// isl-test: under-utilised-maps check=manual
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Maps of other kinds with room for a hundred entries and three in them. FittedTables lets them grow. */
final class RoomyTables {
  private static final int COUNT = 3;
  private static final List<Map<Object, Integer>> maps = new ArrayList<>();

  private static void put(Map<Object, Integer> map, Object[] keys) {
    for (int i = 0; i < keys.length; i++) {
      map.put(keys[i], i);
    }
    maps.add(map);
  }

  private static void fill(Object[] keys) {
    // expect@+1: under-utilised-maps type=HashMap$Node[] held-by=RoomyTables.maps
    put(new LinkedHashMap<>(100), keys);
    // expect@+1: under-utilised-maps type=ConcurrentHashMap$Node[] held-by=RoomyTables.maps
    put(new ConcurrentHashMap<>(100), keys);
    // expect@+1: under-utilised-maps type=Object[] held-by=RoomyTables.maps
    put(new IdentityHashMap<>(100), keys);
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
