import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Holds texts that nobody reads by `soft`, `weak` or `phantom` references, or `both` softly and strongly. */
final class Soft {
  static final class Text {
    final long[] words = new long[100];
    long length = words.length;
  }

  static final class Shelf {
    final List<Text> texts = new ArrayList<>();
  }

  static final ReferenceQueue<Text> queue = new ReferenceQueue<>();
  static final List<Reference<Text>> references = new ArrayList<>();
  static Shelf shelf;
  static byte[] page;

  static Reference<Text> refer(String how, Text text) {
    if (how.equals("weak")) return new WeakReference<>(text);
    return how.equals("phantom") ? new PhantomReference<>(text, queue) : new SoftReference<>(text);
  }

  public static void main(String[] args) {
    if (args[0].equals("both")) shelf = new Shelf();
    for (int i = 0; i < 3000; i++) {
      Text text = new Text();
      references.add(refer(args[0], text));
      if (shelf != null) shelf.texts.add(text);
    }
    for (int i = 0; i < 40_000; i++) page = new byte[4080];
    System.out.println(references.stream().filter(r -> r instanceof SoftReference && r.get() != null).count());
  }
}
