import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/** Arrays that lists own: made by them, handed to them, and put into them by reflection. */
public class Tables {
  static final class Row extends ArrayList<Object> {
    Object[] cells;

    void take(Object[] cells) {
      this.cells = cells;
    }
  }

  static final class Maker {
    /** An array from elsewhere, of which ten elements have been read. */
    static Object[] make() {
      Object[] cells = new Object[16];
      cells[1] = "x";
      read(cells, 10);
      return cells;
    }
  }

  static final List<Object> kept = new ArrayList<>();
  static int found;

  static void read(Object[] array, int times) {
    for (int i = 0; i < times; i++) {
      found += array[i % array.length] == null ? 1 : 2;
    }
  }

  static void pass(int megabytes) throws InterruptedException {
    for (int i = 0; i < megabytes * 10; i++) {
      found += new byte[100_000].length & 1;
    }
    Thread.sleep(500);
  }

  /** Of a hundred elements, each read five times. */
  static List<Object> list() {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      list.add("e" + i);
    }
    for (int i = 0; i < 500; i++) {
      found += list.get(i % 100).hashCode() & 1;
    }
    return list;
  }

  static Row handed() {
    Object[] cells = Maker.make();
    Row row = new Row();
    row.take(cells);
    read(cells, 490);
    return row;
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 200; i++) {
      kept.add(list());
    }
    read(new Object[64], 300_000);
    Row secret = new Row();
    Field field = Row.class.getDeclaredField("cells");
    field.setAccessible(true);
    field.set(secret, Maker.make());
    kept.add(secret);
    pass(20);
    read(secret.cells, 490);
    for (int i = 0; i < 51; i++) {
      kept.add(handed());
    }
    pass(20);
    System.out.println(kept.size());
  }
}
