import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;

/** The load of a server: one request after the other, on a connection that stays. */
public final class Load {
    private Load() {}

    public static void get(int port, String path) throws Exception {
        HttpURLConnection c = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        try (InputStream in = c.getInputStream()) {
            in.readAllBytes();
        }
        if (c.getResponseCode() != 200) {
            throw new IllegalStateException(path + ": status " + c.getResponseCode());
        }
    }
}
