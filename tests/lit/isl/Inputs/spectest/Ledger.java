// isl-test: kept check=manual max-vso=2
// isl-test: kept check=manual max-vso=2 args=clean expect=none
import java.util.ArrayList;
import java.util.List;

/** Units of work with a check after each; `clean` gives up what a unit kept. */
final class Ledger {
  static final class Entry {
    final byte[] text = new byte[2000];
    int used;
  }

  private static final List<Entry> entries = new ArrayList<>();

  public static void main(String[] args) {
    for (int unit = 0; unit < 30; unit++) {
      for (int i = 0; i < 40; i++) {
        entries.add(new Entry());  // expect: kept type=Ledger$Entry held-by=Ledger.entries
      }
      if (args.length > 0) {
        entries.clear();
      }
      isl.Amplifier.check();
    }
    System.out.println(entries.size());
  }
}
