import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Mutants COUNT: loads that many class files with one to three bytes changed, and says which the VM takes. None of them runs. */
public final class Mutants extends ClassLoader {
  public static final class Subject {
    private final List<String> list = new ArrayList<>();
    private int calls;

    private int sum(int limit, long factor, String text, List<? extends Number> numbers) {
      int result = 0;
      for (int i = 0; i < limit; i++) {
        double value = factor * i;
        if (value > 3) {
          String both = text + i;
          list.add(both);
          result += both.length();
        } else {
          result--;
        }
      }
      try {
        result += numbers.get(0).intValue();
      } catch (RuntimeException e) {
        result = 7;
      } finally {
        calls++;
      }
      return result;
    }

    public static String run() {
      Subject subject = new Subject();
      StringBuilder out = new StringBuilder();
      out.append(subject.sum(5, 3, "x", new ArrayList<Integer>())).append(subject.list).append(subject.calls);
      try {
        Objects.requireNonNull(null);
      } catch (NullPointerException e) {
        out.append(e.getStackTrace()[1]);
      }
      Runnable again = () -> out.append(subject.calls);
      again.run();
      return out.toString();
    }
  }

  private static byte[] original() throws IOException {
    try (InputStream in = Mutants.class.getResourceAsStream("Mutants$Subject.class")) {
      return in.readAllBytes();
    }
  }

  /** Where the constant pool ends: behind it a changed byte is more likely to matter. */
  private static int endOfPool(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(bytes));
    in.skipBytes(8);
    for (int left = in.readUnsignedShort() - 1; left > 0; left--) {
      int tag = in.readByte();
      if (tag == 5 || tag == 6) left--;
      int size = tag == 1 ? in.readUnsignedShort() : tag == 5 || tag == 6 ? 8 : tag == 15 ? 3
          : Arrays.asList(7, 8, 16, 19, 20).contains(tag) ? 2 : 4;
      in.skipBytes(size);
    }
    return bytes.length - in.available();
  }

  private static String outcome(byte[] bytes) {
    try {
      Class<?> cls = new Mutants().defineClass(null, bytes, 0, bytes.length);
      cls.getDeclaredMethods();
      return "taken: " + Class.forName(cls.getName(), true, cls.getClassLoader()).getDeclaredFields().length;
    } catch (Throwable e) {
      return "refused";  // which of several faults the VM names is not compared
    }
  }

  public static void main(String[] args) throws Exception {
    byte[] original = original();
    int from = endOfPool(original);
    for (int seed = 0; seed < Integer.parseInt(args[0]); seed++) {
      Random random = new Random(seed);
      byte[] bytes = original.clone();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        int at = from + random.nextInt(bytes.length - from);
        int by = random.nextInt(3);
        bytes[at] = (byte) (by == 0 ? random.nextInt() : bytes[at] + (by == 1 ? 1 : -1));
      }
      System.out.println(seed + " " + outcome(bytes));
    }
  }
}
