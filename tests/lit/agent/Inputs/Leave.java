// Ends in the middle of its work: Leave exit|halt MILLISECONDS. Status 7, from a thread that is not main.
import java.util.HashMap;
import java.util.Map;

final class Leave {
  static final class Item { long time; Item last; }
  static volatile Object kept;

  static void work() {
    Item item = new Item();
    for (;;) {
      Item next = new Item();
      next.time = item.time + 1;
      next.last = item;
      item.last = null;
      item = next;
      Map<Long, Object> table = new HashMap<>();
      table.put(next.time, new StringBuilder().append(next.time).toString());
      kept = table;
    }
  }
  public static void main(String[] args) {
    long delay = Long.parseLong(args[1]);
    new Thread(() -> {
      try { Thread.sleep(delay); } catch (InterruptedException e) { return; }
      if (args[0].equals("exit")) System.exit(7);
      Runtime.getRuntime().halt(7);
    }).start();
    for (int i = 0; i < 4; i++) new Thread(Leave::work).start();
  }
}
