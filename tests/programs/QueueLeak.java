import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * An audit queue whose consumer takes one event where eight arrive. Clean: it takes all.
 *
 * <p>expect: spec=leak method=QueueLeak.serve type=QueueLeak$Event
 * holder=java.util.concurrent.ConcurrentLinkedQueue$Node.item
 */
final class QueueLeak {
  static final class Event {
    final int number;
    final String user;
    final String action;

    Event(int number, String user, String action) {
      this.number = number;
      this.user = user;
      this.action = action;
    }
  }

  private static final ConcurrentLinkedQueue<Event> audit = new ConcurrentLinkedQueue<>();

  private static long serve(int number) {
    audit.add(new Event(number, "user " + number % 977, "read item " + number));
    return Work.request(number, 16_000);
  }

  public static void main(String[] args) {
    boolean leak = Work.leaks(args);
    int requests = Work.size(args, 1, 80_000);
    long digest = 17;
    long audited = 0;
    for (int i = 0; i < requests; i++) {
      digest = digest * 31 + serve(i);
      if (!leak || i % 8 == 0) {
        audited += audit.remove().action.length();
      }
    }
    Work.print("requests", requests, audited > 0 ? digest : 0);
  }
}
