import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps roomy maps and allocates until its input ends; its first line of output is its process id. */
final class Keeps {
  private static final List<Map<Object, Integer>> maps = new ArrayList<>();

  private static void keep(int i) {
    Map<Object, Integer> map = new HashMap<>(100);
    map.put("key " + i, i);
    maps.add(map);
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 2000; i++) keep(i);
    System.out.println(ProcessHandle.current().pid());
    System.out.flush();
    long sum = 0;
    while (System.in.available() == 0) {
      StringBuilder page = new StringBuilder();
      for (int i = 0; i < 2000; i++) page.append("page ").append(i);
      sum += page.toString().hashCode();
      if (maps.size() < 3000) keep(maps.size());
      Thread.sleep(1);
    }
    int hidden = 0;
    for (java.lang.reflect.Field field : Object.class.getDeclaredFields()) hidden++;
    System.out.println("fields of Object " + hidden + ", agent class " + (isDefined() ? "there" : "none"));
  }

  private static boolean isDefined() {
    try {
      return Class.forName("java.lang.IslRT") != null;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
