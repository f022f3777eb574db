import isl.Amplifier;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import sun.misc.Unsafe;

/** Writes into its objects where the VM has put the fields that hold them, and uses each in a known way. */
final class Fields {
  static class Base {
    static int shared;
    byte tag;
    Object first;
    long wide;
  }

  static final class Item {
    int offset;
    int index;
    long value;
  }

  static final class Holder extends Base {
    static final String NAME = "holder";
    Item item;
    double rate;
    float part;
    Item other;
  }

  static final List<Holder> holders = new ArrayList<>();
  static Object[] slots;

  static Item item(int offset, int index) {
    Item item = new Item();
    item.offset = offset;
    item.index = index;
    return item;
  }

  static Item same(Item item) {
    return item;
  }

  public static void main(String[] args) throws Exception {
    Field theUnsafe = Unsafe.class.getDeclaredField("theUnsafe");
    theUnsafe.setAccessible(true);
    Unsafe unsafe = (Unsafe) theUnsafe.get(null);
    int first = (int) unsafe.objectFieldOffset(Base.class.getDeclaredField("first"));
    int held = (int) unsafe.objectFieldOffset(Holder.class.getDeclaredField("item"));
    int other = (int) unsafe.objectFieldOffset(Holder.class.getDeclaredField("other"));
    int value = (int) unsafe.objectFieldOffset(Item.class.getDeclaredField("value"));
    int base = unsafe.arrayBaseOffset(Object[].class);
    int scale = unsafe.arrayIndexScale(Object[].class);
    // The numbers: tag, wide, rate, part, then first, item, other.
    for (int i = 0; i < 100; i++) {
      Holder holder = new Holder();
      holder.first = item(first, 4);
      holder.item = item(held, 5);
      holder.other = item(other, 6);
      holder.item.value = value;
      holder.tag = -3;
      holder.wide = 1L << 40;
      holder.rate = 0.25;
      holder.part = 1.5f;
      holders.add(holder);
    }
    slots = new Object[100];
    for (int i = 0; i < slots.length; i++) slots[i] = item(base + i * scale, i);
    for (Holder holder : holders) same(holder.item);
    for (int i = 0; i < 3; i++) Amplifier.check();
    System.out.println(holders.size());
  }
}
