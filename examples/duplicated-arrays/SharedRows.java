// isl-test: duplicated-arrays check=manual max-vso=4
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The rows of CopiedRows, those that differ and each once. */
final class SharedRows {
  private static final List<int[]> rows = new ArrayList<>();

  private static int[] row(int number) {
    int[] row = new int[8];
    for (int i = 0; i < row.length; i++) {
      row[i] = number * i;
    }
    return row;
  }

  public static void main(String[] args) {
    for (int i = 1; i < 20_000; i++) {
      rows.add(row(i));
    }
    long sum = 0;
    for (int round = 0; round < 40; round++) {
      for (int i = round; i < rows.size(); i += 7) {
        sum += rows.get(i)[round % 8];
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
