import java.util.ArrayList;
import java.util.List;

/** Makes more lists than there are identities, each of which is read once, and keeps a few of them. */
final class Births {
  public static void main(String[] args) {
    int count = Integer.parseInt(args[0]);
    List<List<Integer>> kept = new ArrayList<>();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      List<Integer> list = new ArrayList<>(4);
      list.add(i & 63);
      sum += list.get(0);
      if (i % (count / 100) == 0) {
        kept.add(list);
      }
    }
    for (List<Integer> list : kept) {
      sum += list.get(0);
    }
    System.out.println(sum + " " + kept.size());
  }
}
