import java.util.ArrayList;
import java.util.List;

/** Keeps an item of every request (`leak`) or of the last hundred (`clean`); nobody reads them. */
final class Leak {
  static final class Item {
    final long number;
    final long hash;
    final int user;
    final int size;

    Item(int number) {
      this.number = number;
      hash = number * 0x9E3779B97F4A7C15L;
      user = number % 977;
      size = number % 101;
    }
  }

  static final List<Item> kept = new ArrayList<>();

  static Item make(int number) {
    return new Item(number);
  }

  /** A few microseconds of work, so that checks keep pace with allocation. */
  static long render(Item item) {
    byte[] page = new byte[4096];
    long random = item.hash | 1;
    for (int i = 0; i < page.length / 4; i++) {
      random ^= random << 13;
      random ^= random >>> 7;
      random ^= random << 17;
      page[i] += (byte) random;
    }
    return random + page[item.size];
  }

  public static void main(String[] args) {
    boolean leak = args[0].equals("leak");
    int requests = args.length > 1 ? Integer.parseInt(args[1]) : 60_000;
    long digest = 17;
    for (int i = 0; i < requests; i++) {
      Item item = make(i);
      digest = digest * 31 + render(item);
      if (!leak && kept.size() == 100) {
        kept.remove(0);
      }
      kept.add(item);
    }
    System.out.println(requests + " requests, digest " + Long.toHexString(digest));
    if (args.length > 2) {
      end(args[2]);
    }
  }

  private static void end(String how) {
    switch (how) {
      case "exit3":
        System.exit(3);
      case "exit0":
        System.exit(0);
      case "halt0":
        Runtime.getRuntime().halt(0);
      case "throw":
        throw new IllegalStateException("as asked");
      default:
        throw new AssertionError(how);
    }
  }
}
