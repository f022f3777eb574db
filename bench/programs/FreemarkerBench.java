import freemarker.cache.StringTemplateLoader;
import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** FreeMarker: pages from a cache of templates, each of which is asked for again and again. */
final class FreemarkerBench {
  private static final String PAGE = String.join("\n",
      "<#macro row item><tr><td>${item.name?upper_case}</td><td>${item.price?string['0.00']}</td></tr></#macro>",
      "<h1>${title?cap_first}</h1>",
      "<table><#list items as item><@row item/><#if item?counter % 5 == 0><tr></tr></#if></#list></table>",
      "<#if (items?size > 8)><p>many</p><#else><p>few</p></#if>");

  private static Map<String, Object> model(int number) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (int i = 0; i < 4 + number % 12; i++) {
      Map<String, Object> item = new HashMap<>();
      item.put("name", "item " + (number + i) % 4093);
      item.put("price", (number * 7 + i) % 1000 / 10.0);
      items.add(item);
    }
    Map<String, Object> model = new HashMap<>();
    model.put("title", "order " + number);
    model.put("items", items);
    return model;
  }

  public static void main(String[] args) throws Exception {
    int pages = Integer.parseInt(args[0]);
    Configuration configuration = new Configuration(Configuration.VERSION_2_3_32);
    StringTemplateLoader loader = new StringTemplateLoader();
    for (int i = 0; i < 40; i++) {
      loader.putTemplate("page" + i, PAGE.replace("h1", "h" + (1 + i % 6)));
    }
    configuration.setTemplateLoader(loader);
    long digest = 17;
    for (int i = 0; i < pages; i++) {
      Template template = configuration.getTemplate("page" + i % 40);
      StringWriter out = new StringWriter();
      template.process(model(i), out);
      digest = digest * 31 + out.toString().hashCode();
    }
    System.out.println("digest " + Long.toHexString(digest));
  }
}
