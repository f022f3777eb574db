import java.util.ArrayList;
import java.util.List;

/** A small leak for `isl doctor`, in one class file: the notes are kept and never read. */
final class IslSelfTest {
  private static final List<IslSelfTest> notes = new ArrayList<>();

  final long number;
  final long square;

  IslSelfTest(long number) {
    this.number = number;
    this.square = number * number;
  }

  public static void main(String[] args) {
    long digest = 0;
    for (int i = 0; i < 100_000; i++) {
      notes.add(new IslSelfTest(i));
      StringBuilder page = new StringBuilder(2000);
      while (page.length() < 1800) page.append(i).append(' ');
      digest = digest * 31 + page.length();
    }
    System.out.println(digest);
  }
}
