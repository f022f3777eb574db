// isl-test: duplicated-arrays check=manual max-vso=4
import java.util.ArrayList;
import java.util.List;

/** Rows of a table that are all made of a few. SharedRows takes the same row again. */
final class CopiedRows {
  private static final List<int[]> rows = new ArrayList<>();

  private static int[] row(int number) {
    int[] row = new int[8];  // expect: duplicated-arrays type=int[] held-by=CopiedRows.rows
    for (int i = 0; i < row.length; i++) {
      row[i] = number * i;
    }
    return row;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 20_000; i++) {
      rows.add(row(i % 10));
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
