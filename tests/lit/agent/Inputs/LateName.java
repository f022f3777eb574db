import java.util.ArrayList;
import java.util.List;

/** One class that leaks by itself; as a hidden class it must not name itself in a descriptor. */
public final class LateName {
  private static final List<Object> KEPT = new ArrayList<>();
  private long number;
  private long more;

  static Object make(int number) {
    LateName made = new LateName();
    made.number = number;
    return made;
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int i = 0; i < 20000; i++) {
      KEPT.add(make(i));
      byte[] page = new byte[4096];
      for (int j = 0; j < 3 * page.length; j++) page[j & 4095] += (byte) (j ^ i);
      sum += page[i & 4095];
    }
    System.out.println(sum);
  }
}
