import java.util.ArrayList;
import java.util.List;

/**
 * Each document hands out an inner-class handle, and a registry keeps the handles: every one holds
 * its document through this$0. Clean: closing removes the handle.
 *
 * <p>expect: spec=leak method=InnerLeak.open type=InnerLeak$Document
 * holder=InnerLeak$Document$Handle.this$0
 */
final class InnerLeak {
  static final class Document {
    private final String name;
    private final char[] text = new char[200];
    private int length;

    Document(String name) {
      this.name = name;
    }

    void append(String line) {
      line.getChars(0, line.length(), text, length);
      length += line.length();
    }

    Handle handle() {
      return new Handle();
    }

    final class Handle {
      final long opened = System.nanoTime();

      int length() {
        return length + text[length - 1] + name.length();
      }
    }
  }

  private static final List<Document.Handle> registry = new ArrayList<>();

  private static Document open(int number) {
    Document document = new Document("document " + number);
    registry.add(document.handle());
    return document;
  }

  public static void main(String[] args) {
    boolean leak = Work.leaks(args);
    int documents = Work.size(args, 1, 60_000);
    long digest = 17;
    for (int i = 0; i < documents; i++) {
      Document document = open(i);
      document.append("line " + i);
      digest = digest * 31 + registry.get(registry.size() - 1).length() + Work.request(i, 16_000);
      if (!leak) {
        registry.remove(registry.size() - 1);
      }
    }
    Work.print("documents", documents, digest);
  }
}
