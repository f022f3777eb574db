// isl-test: duplicated-strings check=manual max-vso=4
import java.util.ArrayList;
import java.util.List;

/** Books that read their publisher anew each time. SharedTitles keeps each text once. */
final class CopiedTitles {
  private static final List<String> names = new ArrayList<>();

  public static void main(String[] args) {
    for (int i = 0; i < 20_000; i++) {
      // expect@+1: duplicated-strings type=byte[] held-by=CopiedTitles.names
      names.add("The publisher number " + i % 10);
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
