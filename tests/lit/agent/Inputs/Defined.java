import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Loads classes in odd ways: without a name, and with debug tables that the VM may have to reject. */
public final class Defined extends ClassLoader {
  public static void main(String[] args) throws Exception {
    byte[] bytes = bytesOf(args[0]);
    if (args[1].equals("hidden")) {
      java.lang.invoke.MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass()
          .getMethod("main", String[].class).invoke(null, (Object) new String[0]);
      return;
    }
    if (args[1].equals("nameless")) {
      new Defined().defineClass(null, bytes, 0, bytes.length).getMethod("main", String[].class)
          .invoke(null, (Object) java.util.Arrays.copyOfRange(args, 2, args.length));
      return;
    }
    for (String table : new String[] {"LineNumberTable", "LocalVariableTable", "LocalVariableTypeTable"}) {
      for (int position : new int[] {0, 1, 0xfffe}) broken(bytes.clone(), table, position);
    }
  }

  /** The last table of this kind, that of the method that is rewritten, gets that position in its first row. */
  private static void broken(byte[] bytes, String table, int position) throws IOException {
    int name = indexOf(bytes, table);
    int last = 0;
    for (int at = 10; at + 12 < bytes.length; at++) {
      int length = u2(bytes, at + 2) << 16 | u2(bytes, at + 4);
      int row = table.equals("LineNumberTable") ? 4 : 10;
      if (u2(bytes, at) != name || length < 2 || length != 2 + row * u2(bytes, at + 6)) continue;
      last = at;
    }
    bytes[last + 8] = (byte) (position >> 8);
    bytes[last + 9] = (byte) position;
    String result;
    try {
      Class<?> cls = new Defined().defineClass("Broken", bytes, 0, bytes.length);
      cls.getDeclaredMethods();
      result = "loaded";
      cls.getDeclaredMethod("fail", java.util.List.class).invoke(null, (Object) null);
    } catch (ClassFormatError e) {
      result = e.toString();
    } catch (ReflectiveOperationException e) {
      result = "loaded, fails in line " + e.getCause().getStackTrace()[0].getLineNumber();
    }
    System.out.println(table + " " + position + ": " + result);
  }

  private static int u2(byte[] bytes, int at) {
    return (bytes[at] & 255) << 8 | bytes[at + 1] & 255;
  }

  /** Index of a Utf8 constant. */
  private static int indexOf(byte[] bytes, String text) {
    int at = 10;
    for (int i = 1; i < u2(bytes, 8); i++) {
      int tag = bytes[at];
      if (tag == 1) {
        int length = u2(bytes, at + 1);
        if (text.equals(new String(bytes, at + 3, length, StandardCharsets.UTF_8))) return i;
        at += 3 + length;
      } else if (tag == 5 || tag == 6) {
        at += 9;
        i++;
      } else {
        at += tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20 ? 3 : tag == 15 ? 4 : 5;
      }
    }
    throw new AssertionError(text);
  }

  private static byte[] bytesOf(String name) throws IOException {
    try (InputStream in = Defined.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }
}
