import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Shard SEED DEFECT RATE: one of many that index documents and answer queries. DEFECT is none, one of three leaks that keep
 * something in RATE of 1,000 requests, or other data: documents that are RATE times as long.
 */
public final class Shard {
  static final int REQUESTS = 120_000;

  record Posting(int document, int[] places) {}

  static final class Session {
    final String user;
    final long[] visits = new long[30];

    Session(String user) {
      this.user = user;
    }
  }

  final Random dice;
  final String defect;
  final int rate;
  // Looked up rarely: idle memory that every shard has, more or less of it.
  final Map<String, List<Posting>> index = new HashMap<>();
  final List<byte[]> documents = new ArrayList<>();
  final Map<String, Session> sessions =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
          return size() > 2000;
        }
      };
  final List<Session> audit = new ArrayList<>();
  final Map<Integer, String> tickets = new HashMap<>();
  final List<Runnable> listeners = new ArrayList<>();
  long sum;

  Shard(long seed, String defect, int rate) {
    dice = new Random(seed);
    this.defect = defect;
    this.rate = rate;
  }

  void load() {
    int length = defect.equals("data") ? 300 * rate : 300;
    int count = 4000 + dice.nextInt(800);
    for (int n = 0; n < count; n++) {
      documents.add(new byte[length / 2 + dice.nextInt(length)]);
      for (int w = 0; w < 4; w++)
        index.computeIfAbsent("word" + dice.nextInt(3000), k -> new ArrayList<>())
            .add(new Posting(n, new int[1 + dice.nextInt(6)]));
    }
  }

  void request(int n) {
    String user = "user" + dice.nextInt(3000);
    Session session = sessions.computeIfAbsent(user, Session::new);
    session.visits[n % 30] = n;
    for (Posting posting : index.getOrDefault("word" + dice.nextInt(300), List.of()))
      sum += posting.places().length + documents.get(posting.document()).length;
    StringBuilder page = new StringBuilder();
    for (int i = 0; i < 40; i++) page.append(sum).append(' ');
    sum += page.length();
    if (dice.nextInt(1000) >= rate) return;
    switch (defect) {
      case "audit": audit.add(new Session(user + n)); break;
      case "tickets": tickets.put(n, page.toString()); break;
      case "listeners": listeners.add(() -> sum += page.length()); break;
      default: break;
    }
  }

  public static void main(String[] args) {
    Shard shard = new Shard(Long.parseLong(args[0]), args[1], Integer.parseInt(args[2]));
    shard.load();
    for (int n = 0; n < REQUESTS; n++) shard.request(n);
    System.out.println("sum " + shard.sum);
  }
}
