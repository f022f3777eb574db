import java.util.ArrayDeque;
import java.util.LinkedList;
import java.util.TreeMap;

/**
 * Keeps what it allocates in a structure with long chains: `stack` (a hand-written list, pushed at the
 * front), `linked` (java.util.LinkedList), `tree` (a TreeMap) or `deep` (each object in a box of
 * another class, fifteen deep). Nobody reads them.
 */
final class Chains {
  static final class Cell {
    final long number;
    final Cell next;

    Cell(long number, Cell next) {
      this.number = number;
      this.next = next;
    }
  }

  static final class Item {
    long a, b;

    Item(long number) {
      a = number;
      b = -number;
    }
  }

  static final class Stack {
    Cell top;
  }

  static class Box {}
  static final class B0 extends Box { Object o; }
  static final class B1 extends Box { Object o; }
  static final class B2 extends Box { Object o; }

  static final Stack stack = new Stack();
  static final LinkedList<Item> linked = new LinkedList<>();
  static final TreeMap<Integer, Item> tree = new TreeMap<>();
  static final ArrayDeque<Object> deep = new ArrayDeque<>();
  static byte[] page;

  static void push(long number) {
    stack.top = new Cell(number, stack.top);
  }

  static Object wrap(Object inner) {
    Object held = inner;
    for (int i = 0; i < 5; i++) {
      B0 b0 = new B0();
      b0.o = held;
      B1 b1 = new B1();
      b1.o = b0;
      B2 b2 = new B2();
      b2.o = b1;
      held = b2;
    }
    return held;
  }

  public static void main(String[] args) {
    int count = Integer.parseInt(args[1]);
    for (int i = 0; i < count; i++) {
      switch (args[0]) {
        case "stack":
          push(i);
          break;
        case "linked":
          linked.add(new Item(i));
          break;
        case "tree":
          tree.put(i * 7919 % 1_000_003, new Item(i));
          break;
        default:
          if (i % 16 == 0) deep.add(wrap(new Item(i)));
      }
      if (i % 4 == 0) page = new byte[2000];
    }
    for (int i = 0; i < 40_000; i++) page = new byte[4096];
  }
}
