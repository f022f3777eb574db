import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.multipart.Attribute;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.netty.handler.codec.http.multipart.InterfaceHttpData;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Posted forms whose fields go to disk until the request is done. */
public class Driver {
    static Map<String, String> fields(DefaultHttpDataFactory factory, FullHttpRequest request) throws Exception {
        HttpPostRequestDecoder decoder = new HttpPostRequestDecoder(factory, request);
        try {
            Map<String, String> fields = new HashMap<>();
            for (InterfaceHttpData data : decoder.getBodyHttpDatas()) {
                if (data instanceof Attribute) {
                    fields.put(data.getName(), ((Attribute) data).getValue());
                }
            }
            return fields;
        } finally {
            decoder.destroy();
            factory.cleanRequestHttpData(request);
            request.release();
        }
    }

    public static void main(String[] args) throws Exception {
        DefaultHttpDataFactory factory = new DefaultHttpDataFactory(true);
        Rounds.run(args, i -> {
            StringBuilder body = new StringBuilder("name=user" + i + "&text=");
            for (int k = 0; k < 300; k++) {
                body.append('w').append((i * 31 + k) % 977).append('+');
            }
            FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/form/" + i,
                Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
            request.headers().set("content-type", "application/x-www-form-urlencoded");
            if (fields(factory, request).get("text").split(" ").length != 300) {
                throw new AssertionError(body);
            }
        });
    }
}
