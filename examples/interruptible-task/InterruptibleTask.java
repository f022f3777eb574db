import isl.MemoryPressure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The same, but under memory pressure the largest part gives up what it holds, and waits until there is room. */
public final class InterruptibleTask {
  public static void main(String[] args) throws Exception {
    int records = Integer.parseInt(args[0]);
    Path folder = Files.createTempDirectory("parts");
    // What giving up needs is loaded while there is room for it.
    Part first = new Part(0, 1);
    first.work(1);
    first.giveUp(folder);
    first.finish();
    Deque<Part> waiting = new ArrayDeque<>();
    for (int i = 0; i < 8; i++) {
      waiting.add(new Part(i, records / 8));
    }
    List<Part> active = new ArrayList<>();
    long result = 0;
    int interrupts = 0;
    while (!active.isEmpty() || !waiting.isEmpty()) {
      // Each round gives up one part. The collection tells whether that was enough.
      while (MemoryPressure.isHigh() && active.stream().anyMatch(part -> part.held() > 0)) {
        Part largest = active.stream().max(Comparator.comparingInt(Part::held)).get();
        largest.giveUp(folder);
        active.remove(largest);
        waiting.addLast(largest);
        interrupts++;
        System.gc();
      }
      while (!waiting.isEmpty() && (active.isEmpty() || !MemoryPressure.isHigh())) {
        active.add(waiting.removeFirst());
      }
      for (Iterator<Part> parts = active.iterator(); parts.hasNext(); ) {
        Part part = parts.next();
        part.work(1000);
        if (part.done()) {
          result += part.finish();
          parts.remove();
        }
      }
    }
    Files.delete(folder);
    System.out.println("result " + result);
    System.out.println("interrupts " + interrupts);
  }
}
