import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Jackson: beans to text and back, trees read, changed and written. */
final class JacksonBench {
  /** An order, bound by its fields. */
  public static final class Order {
    public int id;
    public String customer;
    public List<Line> lines = new ArrayList<>();
    public Map<String, Double> taxes = new TreeMap<>();
  }

  /** A line of an order. */
  public static final class Line {
    public String article;
    public int count;
    public double price;
  }

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    ObjectMapper mapper = new ObjectMapper();
    long digest = 17;
    for (int round = 0; round < rounds; round++) {
      Progress.at(round, rounds);
      String text = mapper.writeValueAsString(orders(round));
      Order[] back = mapper.readValue(text, Order[].class);
      JsonNode tree = mapper.readTree(text);
      for (JsonNode order : tree) {
        ((ObjectNode) order).put("lineCount", order.get("lines").size());
      }
      digest = digest * 31 + back.length;
      digest = digest * 31 + mapper.writeValueAsString(tree).hashCode();
    }
    System.out.println("digest " + Long.toHexString(digest));
  }

  private static List<Order> orders(int round) {
    List<Order> orders = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      Order order = new Order();
      order.id = round * 60 + i;
      order.customer = "customer \u00e9 " + i % 13;
      for (int j = 0; j < 8; j++) {
        Line line = new Line();
        line.article = "article-" + (i * 8 + j) % 101;
        line.count = j + 1;
        line.price = (i * 37 + j) / 4.0;
        order.lines.add(line);
      }
      order.taxes.put("full", 0.19);
      order.taxes.put("reduced", 0.07);
      orders.add(order);
    }
    return orders;
  }
}
