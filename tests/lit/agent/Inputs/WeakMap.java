import isl.Amplifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** A weak map takes in a thousand entries between two checks; their keys are kept elsewhere (`kept`) or not. */
final class WeakMap {
  static final Map<Object, Integer> map = new WeakHashMap<>();
  static final List<Object> keys = new ArrayList<>();

  public static void main(String[] args) {
    for (int check = 0; check < 30; check++) {
      for (int i = 0; i < 1000; i++) {
        Object key = new Object();
        map.put(key, i);
        if (args[0].equals("kept")) {
          keys.add(key);
        }
      }
      Amplifier.check();
    }
  }
}
