import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Views register a listener and a lambda for their own document and are closed without removing
 * them; nothing is ever published for that document again. Clean: close() removes both.
 *
 * <p>expect: spec=leak method=ListenerLeak.open type=ListenerLeak$Panel holder=ListenerLeak$Bus
 */
final class ListenerLeak {
  interface Listener {
    void changed(int value);
  }

  static final class Panel implements Listener {
    private final String title;
    private final int[] columns = new int[12];
    private int last;

    Panel(String title) {
      this.title = title;
    }

    @Override
    public void changed(int value) {
      last = value;
      columns[value % columns.length]++;
    }

    long state() {
      return title.length() * 31L + last + columns[last % columns.length];
    }
  }

  static final class Bus {
    private final Map<Integer, List<Listener>> listeners = new HashMap<>();
    private final Map<Integer, List<IntConsumer>> watchers = new HashMap<>();

    void add(int topic, Listener listener, IntConsumer watcher) {
      listeners.computeIfAbsent(topic, key -> new ArrayList<>()).add(listener);
      watchers.computeIfAbsent(topic, key -> new ArrayList<>()).add(watcher);
    }

    void publish(int topic, int value) {
      listeners.get(topic).forEach(listener -> listener.changed(value));
      watchers.get(topic).forEach(watcher -> watcher.accept(value));
    }

    void remove(int topic) {
      listeners.remove(topic);
      watchers.remove(topic);
    }
  }

  private static final Bus bus = new Bus();

  private static Panel open(int topic) {
    Panel panel = new Panel("view of document " + topic);
    int[] seen = new int[1];
    bus.add(topic, panel, value -> seen[0] += value);
    return panel;
  }

  public static void main(String[] args) {
    boolean leak = Work.leaks(args);
    int views = Work.size(args, 1, 60_000);
    long digest = 17;
    for (int i = 0; i < views; i++) {
      Panel panel = open(i);
      bus.publish(i, i % 1000);
      digest = digest * 31 + panel.state() + Work.request(i, 16_000);
      if (!leak) {
        bus.remove(i);
      }
    }
    Work.print("views", views, digest);
  }
}
