import isl.Amplifier;

/**
 * Checks items that nobody reads. For each letter of the first argument a check is made while they are kept by a static
 * field (s), or taken out of it by a call that puts them back (c); in capitals, when there are two and a half times as many.
 */
final class Lent {
  static final class Item {
    long a = 1, b = 2, c = 3, d = 4;
  }

  static Item[] items;

  static void take() {
    Item[] taken = items;
    items = null;
    Amplifier.check();
    items = taken;
  }

  static void add(int count) {
    Item[] more = new Item[(items == null ? 0 : items.length) + count];
    if (items != null) System.arraycopy(items, 0, more, 0, items.length);
    for (int i = more.length - count; i < more.length; i++) more[i] = new Item();
    items = more;
  }

  public static void main(String[] args) {
    add(20_000);
    for (char c : args[0].toCharArray()) {
      if (Character.isUpperCase(c) && items.length == 20_000) add(30_000);
      if (Character.toLowerCase(c) == 's')
        Amplifier.check();
      else
        take();
    }
    Runtime.getRuntime().halt(0);
  }
}
