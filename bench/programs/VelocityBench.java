import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;

/** Velocity: a page with loops, conditions and macros, parsed anew every tenth round. */
final class VelocityBench {
  private static final String PAGE = String.join("\n",
      "#macro(row $item)<tr><td>$item.id</td><td>#if($item.price > 500)<b>$item.name</b>#else$item.name#end</td>",
      "<td>$item.price</td></tr>#end",
      "<h1>$title</h1>#set($total = 0)",
      "<table>#foreach($item in $items)#row($item)#set($total = $total + $item.price)",
      "#if($foreach.count % 10 == 0)<tr><td>subtotal $total of $foreach.count</td></tr>#end#end</table>",
      "$items.size() items, $total");

  /** What the page shows; Velocity reads it by reflection. */
  public static final class Item {
    private final int id;

    Item(int id) {
      this.id = id;
    }

    public int getId() {
      return id;
    }

    public String getName() {
      return "item " + id;
    }

    public int getPrice() {
      return id * 7919 % 1000;
    }
  }

  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    VelocityEngine engine = new VelocityEngine();
    engine.init();
    long digest = 17;
    for (int round = 0; round < rounds; round++) {
      Progress.at(round, rounds);
      List<Item> items = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        items.add(new Item(round * 31 + i));
      }
      VelocityContext context = new VelocityContext();
      context.put("title", "page " + round);
      context.put("items", items);
      StringWriter out = new StringWriter();
      engine.evaluate(context, out, "page" + round % 10, PAGE);
      digest = digest * 31 + out.toString().hashCode();
    }
    System.out.println("digest " + Long.toHexString(digest));
  }
}
