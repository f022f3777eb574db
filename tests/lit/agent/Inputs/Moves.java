/**
 * Keeps items that nobody reads, deep below a static field, and late in its run hands them over:
 * `high` moves a chain of holders from one static field to another, `low` puts the items into a new
 * array below new holders. What held them before lives on without them.
 */
final class Moves {
  static final class Item {
    long a = 1, b = 2, c = 3, d = 4;
  }

  static final class Box { Item[] items; }
  static final class B1 { Box o; }
  static final class B2 { B1 o; }
  static final class B3 { B2 o; }
  static final class B4 { B3 o; }
  static final class B5 { B4 o; }
  static final class B6 { B5 o; }
  static final class B7 { B6 o; }
  static final class B8 { B7 o; }
  static final class B9 { B8 o; }
  static final class B10 { B9 o; }
  static final class Depot { B10 o; }
  static final class Museum { B10 o; }
  static final class Crate { Item[] items; }

  static final Depot depot = new Depot();
  static Museum museum;
  static Crate crate;
  static byte[] page;

  static B10 wrap(Item[] items) {
    Box box = new Box();
    box.items = items;
    B1 b1 = new B1();
    b1.o = box;
    B2 b2 = new B2();
    b2.o = b1;
    B3 b3 = new B3();
    b3.o = b2;
    B4 b4 = new B4();
    b4.o = b3;
    B5 b5 = new B5();
    b5.o = b4;
    B6 b6 = new B6();
    b6.o = b5;
    B7 b7 = new B7();
    b7.o = b6;
    B8 b8 = new B8();
    b8.o = b7;
    B9 b9 = new B9();
    b9.o = b8;
    B10 b10 = new B10();
    b10.o = b9;
    return b10;
  }

  static Item[] make(int count) {
    Item[] items = new Item[count];
    for (int i = 0; i < count; i++) items[i] = new Item();
    return items;
  }

  static void work(int megabytes) {
    for (int i = 0; i < megabytes * 256; i++) page = new byte[4080];
  }

  static void move(String how) {
    if (how.equals("high")) {
      museum = new Museum();
      museum.o = depot.o;
      depot.o = null;
    } else if (how.equals("low")) {
      Box box = depot.o.o.o.o.o.o.o.o.o.o.o;
      crate = new Crate();
      crate.items = new Item[box.items.length];
      System.arraycopy(box.items, 0, crate.items, 0, box.items.length);
      box.items = null;
    }
  }

  public static void main(String[] args) {
    depot.o = wrap(make(60_000));
    work(300);
    move(args[0]);
    work(80);
  }
}
