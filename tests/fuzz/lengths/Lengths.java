import java.util.ArrayList;
import java.util.List;

/** Lists with tables of MOST elements at most, one method for each length, as full and as much read as can be. */
final class Lengths {
  static final int MOST = 25;
  static final List<Object> kept = new ArrayList<>();
  static int found;

@MAKERS@
  static List<Object> make(int length) {
    switch (length) {
@CASES@
      default: throw new IllegalArgumentException();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    for (int length = 0; length <= MOST; length++) {
      for (int held = 0; held <= length; held++) {
        List<Object> list = make(length);
        for (int i = 0; i < held; i++) {
          list.add("e" + i);
        }
        for (int i = 0; i < held; i += 2) {
          found += list.get(i).hashCode() & 1;
        }
        kept.add(list);
      }
    }
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 80; i++) {
        found += new byte[100_000].length & 1;
      }
      Thread.sleep(100);
    }
    System.out.println(kept.size());
  }
}
