// isl-test: duplicated-strings check=manual max-vso=4
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The books of CopiedTitles: ten texts, however many books, and a title of its own for each. */
final class SharedTitles {
  private static final List<String> names = new ArrayList<>();

  public static void main(String[] args) {
    for (int i = 0; i < 10; i++) {
      names.add("The publisher number " + i);
    }
    for (int i = 0; i < 20_000; i++) {
      names.add(names.get(i % 10));
      names.add("Title " + i);
    }
    long sum = 0;
    for (int round = 0; round < 40; round++) {
      for (int i = round; i < names.size(); i += 7) {
        sum += names.get(i).length();
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
