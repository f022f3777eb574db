// isl-test: boxed-numbers check=manual max-vso=4
// expect@any: boxed-numbers type=Integer held-by=BoxedScores.scores
import java.util.ArrayList;
import java.util.List;

/** Scores in a list of Integer. PlainScores has them in an array of int. */
final class BoxedScores {
  private static final List<Integer> scores = new ArrayList<>();

  public static void main(String[] args) {
    for (int i = 0; i < 20_000; i++) {
      scores.add(1000 + i);
    }
    long sum = 0;
    for (int round = 0; round < 40; round++) {
      for (int i = round; i < 20_000; i += 7) {
        sum += scores.get(i);
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
