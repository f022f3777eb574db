import java.util.ArrayList;
import java.util.List;

/** Kept N STATUS: makes N objects that nobody reads again, prints to both streams, exits with STATUS. */
final class Kept {
  static final class Item {
    final long number;

    Item(long number) {
      this.number = number;
    }
  }

  static final List<Item> items = new ArrayList<>();

  public static void main(String[] args) throws InterruptedException {
    int count = Integer.parseInt(args[0]);
    long digest = 0;
    for (int i = 0; i < count; i++) {
      items.add(new Item(i));
      digest = digest * 31 + new StringBuilder(1000).append(i).append("#".repeat(900)).length();
    }
    System.out.println("digest " + digest);
    System.err.println("to stderr");
    if (args.length > 2) {
      System.out.println("waiting");
      Thread.sleep(60_000);
    }
    if (args.length > 1) System.exit(Integer.parseInt(args[1]));
  }
}
