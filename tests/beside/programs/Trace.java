import org.openjdk.btrace.core.BTraceUtils;
import org.openjdk.btrace.core.annotations.BTrace;
import org.openjdk.btrace.core.annotations.Kind;
import org.openjdk.btrace.core.annotations.Location;
import org.openjdk.btrace.core.annotations.OnMethod;

/** What BTrace inserts: a line when the program's main method ends. */
@BTrace public class Trace {
  @OnMethod(clazz = "Orders", method = "main", location = @Location(Kind.RETURN))
  public static void ended() {
    BTraceUtils.println("main ended");
  }
}
