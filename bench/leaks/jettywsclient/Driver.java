import java.net.URI;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.WebSocketAdapter;
import org.eclipse.jetty.websocket.client.WebSocketClient;
import org.eclipse.jetty.websocket.server.WebSocketHandler;

/** A client that opens a web socket for each conversation, asks, and closes it. */
public class Driver {
    public static class Echo extends WebSocketAdapter {
        @Override
        public void onWebSocketText(String text) {
            getRemote().sendStringByFuture(text.toUpperCase());
        }
    }

    static class Question extends WebSocketAdapter {
        final CompletableFuture<String> answer = new CompletableFuture<>();
        final CompletableFuture<Integer> closed = new CompletableFuture<>();

        @Override
        public void onWebSocketText(String text) {
            answer.complete(text);
        }

        @Override
        public void onWebSocketClose(int code, String reason) {
            closed.complete(code);
        }
    }

    public static void main(String[] args) throws Exception {
        Server server = new Server(0);
        server.setHandler(new WebSocketHandler.Simple(Echo.class));
        server.start();
        URI echo = URI.create(server.getURI().toString().replace("http:", "ws:"));
        WebSocketClient client = new WebSocketClient();
        client.start();
        Rounds.run(args, i -> {
            Question question = new Question();
            Session session = client.connect(question, echo).get();
            session.getRemote().sendString("hello how are you " + i);
            if (question.answer.get().split(" ").length != 5) {
                throw new AssertionError(question.answer.get());
            }
            session.close();
            question.closed.get();
        });
        client.stop();
        server.stop();
    }
}
