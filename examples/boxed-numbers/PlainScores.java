// isl-test: boxed-numbers check=manual max-vso=4
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The scores of BoxedScores without boxes. */
final class PlainScores {
  private static final int[] scores = new int[20_000];
  private static final List<String> names = new ArrayList<>();

  public static void main(String[] args) {
    for (int i = 0; i < 20_000; i++) {
      scores[i] = 1000 + i;
    }
    names.add("the only list");
    long sum = 0;
    for (int round = 0; round < 40; round++) {
      for (int i = round; i < 20_000; i += 7) {
        sum += scores[i] + names.size();
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
