import java.util.ArrayList;
import java.util.List;

/** Works on eight parts in turns; the groups of all of them are in memory until the end. */
public final class PlainTask {
  public static void main(String[] args) throws Exception {
    int records = Integer.parseInt(args[0]);
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      parts.add(new Part(i, records / 8));
    }
    for (int at = 0; at < records / 8; at += 1000) {
      for (Part part : parts) {
        part.work(1000);
      }
    }
    long result = 0;
    for (Part part : parts) {
      result += part.finish();
    }
    System.out.println("result " + result);
  }
}
