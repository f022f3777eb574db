// isl-test: leak args=60000
// expect: none

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The editor of LeakingTabs, whose tabs remove their listener when they are closed.
 */
final class RepairedTabs {
  interface Listener {
    void changed(String name, String value);
  }

  static final class Preferences {
    private final List<Listener> listeners = new ArrayList<>();

    void add(Listener listener) {
      listeners.add(listener);
    }

    void remove(Listener listener) {
      listeners.remove(listener);
    }

    void set(String name, String value) {
      listeners.forEach(listener -> listener.changed(name, value));
    }
  }

  static final class Tab implements Listener {
    private final String title;
    private final int[] folds = new int[64];
    private int fontSize = 12;

    Tab(String title) {
      this.title = title;
    }

    @Override
    public void changed(String name, String value) {
      if (name.equals("font-size")) {
        fontSize = Integer.parseInt(value);
      }
    }

    long render(int width) {
      StringBuilder page = new StringBuilder(12_000);
      for (int line = 0; page.length() < 11_000; line++) {
        folds[line % folds.length] = line % width;
        page.append(line).append(' ').append(title).append(" in ").append(fontSize).append(" pt\n");
      }
      return page.toString().hashCode();
    }
  }

  private static final int OPEN = 10;
  private static final Preferences preferences = new Preferences();

  private static Tab open(int number) {
    Tab tab = new Tab("Module" + number % 977 + ".java");
    preferences.add(tab);
    return tab;
  }

  private static long close(Tab tab) {
    preferences.remove(tab);
    return Arrays.hashCode(tab.folds);
  }

  public static void main(String[] args) {
    int files = args.length > 0 ? Integer.parseInt(args[0]) : 30_000;
    Deque<Tab> tabs = new ArrayDeque<>();
    preferences.set("font-size", "14");
    long digest = 17;
    for (int i = 0; i < files; i++) {
      tabs.addLast(open(i));
      if (tabs.size() > OPEN) {
        digest = digest * 31 + close(tabs.removeFirst());
      }
      for (Tab tab : tabs) {
        digest = digest * 31 + tab.folds[i % 64];
      }
      digest = digest * 31 + tabs.getLast().render(80);
    }
    System.out.println(files + " files, digest " + Long.toHexString(digest));
  }
}
