import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gson: orders to JSON and back, through classes and through trees. */
final class GsonBench {
  static final class Order {
    int number;
    String customer;
    List<Item> items = new ArrayList<>();
    Map<String, String> notes = new LinkedHashMap<>();
  }

  static final class Item {
    String name;
    double price;
    int count;
  }

  private static Order order(int number) {
    Order order = new Order();
    order.number = number;
    order.customer = "customer " + number % 977;
    for (int i = 0; i < 5 + number % 20; i++) {
      Item item = new Item();
      item.name = "item " + (number * 31 + i) % 4093;
      item.price = (number + i) % 1000 / 10.0;
      item.count = i % 7;
      order.items.add(item);
    }
    order.notes.put("channel", number % 3 == 0 ? "web" : "desk");
    return order;
  }

  public static void main(String[] args) {
    int orders = Integer.parseInt(args[0]);
    Gson gson = new GsonBuilder().setPrettyPrinting().create();
    long digest = 17;
    for (int i = 0; i < orders; i++) {
      String text = gson.toJson(order(i));
      Order read = gson.fromJson(text, Order.class);
      JsonObject tree = JsonParser.parseString(text).getAsJsonObject();
      digest = digest * 31 + text.hashCode() + read.items.size() + tree.get("items").getAsJsonArray().size();
    }
    System.out.println("digest " + Long.toHexString(digest));
  }
}
