import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.ObjectName;

/**
 * Long work inside the VM's housekeeping: the JDK's own (the platform's management beans, made for the
 * first who asks), and a program that runs there and leaks what the JDK allocates for it.
 */
public class Regions {
  public interface CounterMBean {
    int getCount();
  }

  public static class Counter implements CounterMBean {
    public int getCount() {
      return 1;
    }
  }

  static final Map<Integer, String> kept = new HashMap<>();
  static long sum;

  static void work(boolean leaks) {
    for (int i = 0; i < 60000; i++) {
      byte[] garbage = new byte[2000];
      sum += garbage.length;
      if (leaks) {
        kept.put(i, "entry ".concat(Integer.toString(i)));
      }
    }
  }

  static class LongLoader extends ClassLoader {
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      work(true);
      throw new ClassNotFoundException(name);
    }
  }

  static class LongInitialiser {
    static {
      work(true);
    }

    static void go() {}
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "beans":
        ManagementFactory.getPlatformMBeanServer()
            .registerMBean(new Counter(), new ObjectName("regions:type=Counter"));
        work(false);
        break;
      case "loader":
        try {
          new LongLoader().loadClass("no.such.Class");
        } catch (ClassNotFoundException e) {
          sum++;
        }
        break;
      default:
        LongInitialiser.go();
    }
    System.out.println(sum);
  }
}
