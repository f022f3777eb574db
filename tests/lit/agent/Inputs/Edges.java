import isl.Amplifier;

/**
 * Objects whose referrers are known: 100 items that three fields of an object refer to, ten lists of 100
 * nodes whose heads an array holds, and one item at the end of a chain of 20 boxes. After each of the
 * checks asked for nothing has changed, but that the box at the given place is another object after `swap`
 * checks.
 */
final class Edges {
  static final class Node {
    Node next;
    long number;
  }

  static final class Item {
    long a;
    long b;
  }

  static final class Thrice {
    final Item x;
    final Item y;
    final Item z;

    Thrice(Item item) {
      x = item;
      y = item;
      z = item;
    }
  }

  static class Box {
    Object o;
  }

  static final class Odd extends Box {}

  static final class Even extends Box {}

  static final class Deep {
    long a;
    long b;
  }

  static final Thrice[] thrice = new Thrice[100];
  static final Object[] heads = new Object[10];
  static Box outer;

  static Box box(int depth, Object inner) {
    Box box = depth % 2 == 0 ? new Even() : new Odd();
    box.o = inner;
    return box;
  }

  public static void main(String[] args) throws InterruptedException {
    int checks = Integer.parseInt(args[0]);
    int swap = Integer.parseInt(args[1]);
    for (int i = 0; i < thrice.length; i++) thrice[i] = new Thrice(new Item());
    for (int i = 0; i < heads.length; i++) {
      Node list = null;
      for (int n = 0; n < 100; n++) {
        Node node = new Node();
        node.next = list;
        list = node;
      }
      heads[i] = list;
    }
    Object held = new Deep();
    for (int depth = 0; depth < 20; depth++) held = box(depth, held);
    outer = (Box) held;
    held = null;
    for (int i = 1; i <= checks; i++) {
      Amplifier.check();
      if (i != swap) continue;
      Box at = outer;
      for (int depth = 19; depth > 3; depth--) at = (Box) at.o;
      Box old = (Box) at.o; // the third box from the item
      at.o = box(2, old.o);
    }
    System.out.println("done");
  }
}
