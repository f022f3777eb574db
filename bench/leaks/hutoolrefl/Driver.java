import cn.hutool.core.util.ReflectUtil;
import java.io.InputStream;

/** Asks for the methods of a plug-in's class; each plug-in has a class loader that nobody keeps. */
public class Driver {
    public static class Plugin {
        public int answer(int of) {
            return of;
        }
    }

    static class Loader extends ClassLoader {
        final byte[] resources = new byte[2000];

        Class<?> define(byte[] code) {
            return defineClass("Driver$Plugin", code, 0, code.length);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] code;
        try (InputStream in = Driver.class.getResourceAsStream("Driver$Plugin.class")) {
            code = in.readAllBytes();
        }
        Rounds.run(args, i -> ReflectUtil.getMethods(new Loader().define(code)));
    }
}
