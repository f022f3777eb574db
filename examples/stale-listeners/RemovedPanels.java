// isl-test: stale-listeners check=manual
// expect: none
import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;

/** The panels of ForgottenPanels, which go when they are closed. */
final class RemovedPanels {
  static final class Panel implements EventListener {
    final int[] cells = new int[16];
    int number;

    void changed(int value) {
      cells[value % cells.length] = value + number;
    }
  }

  private static final List<Panel> listeners = new ArrayList<>();

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 100; i++) {
        Panel panel = new Panel();
        listeners.add(panel);
      }
      for (Panel panel : listeners) {
        panel.changed(round);
        sum += panel.cells[round % 16];
      }
      listeners.subList(0, listeners.size() / 2).clear();
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
