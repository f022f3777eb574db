import java.util.ArrayList;
import java.util.List;

/** 3,000 items of 1,024 bytes that nobody reads, on a shelf `alone` or `shared` with a second list. */
final class Retained {
  static final class Item {
    final byte[] data = new byte[984];
  }

  static final class Shelf {
    final List<Item> items = new ArrayList<>(3000);
  }

  static Shelf shelf = new Shelf();
  static List<Item> others;
  static byte[] page;

  public static void main(String[] args) {
    for (int i = 0; i < 3000; i++) shelf.items.add(new Item());
    if (args[0].equals("shared")) others = new ArrayList<>(shelf.items);
    for (int i = 0; i < 30_000; i++) page = new byte[4080];
  }
}
