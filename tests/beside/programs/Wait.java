import java.lang.reflect.Method;

/** Wait CLASS ARGUMENT...: runs a program, says that it has ended and stays until standard input closes. */
public final class Wait {
  public static void main(String[] args) throws Exception {
    Method main = Class.forName(args[0]).getMethod("main", String[].class);
    main.invoke(null, (Object) java.util.Arrays.copyOfRange(args, 1, args.length));
    System.out.println("ended");
    System.out.flush();
    while (System.in.read() >= 0) continue;
  }

  private Wait() {}
}
