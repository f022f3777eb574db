// isl-test: stale-listeners check=manual
import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;

/** Panels that listen until they are closed, and stay registered afterwards. RemovedPanels takes them back. */
final class ForgottenPanels {
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
        // expect@+1: stale-listeners type=ForgottenPanels$Panel held-by=ForgottenPanels.listeners
        Panel panel = new Panel();
        listeners.add(panel);
      }
      for (int i = Math.max(0, listeners.size() - 100); i < listeners.size(); i++) {
        listeners.get(i).changed(round);
        sum += listeners.get(i).cells[round % 16];
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
