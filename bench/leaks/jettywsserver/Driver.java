import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketMessage;
import org.eclipse.jetty.websocket.server.WebSocketHandler;

/** A server of web sockets; its client opens one for each conversation, asks, and closes it. */
public class Driver {
    @org.eclipse.jetty.websocket.api.annotations.WebSocket
    public static class Echo {
        @OnWebSocketMessage
        public void text(Session session, String text) {
            session.getRemote().sendStringByFuture(text.toUpperCase());
        }
    }

    static class Question implements WebSocket.Listener {
        final CompletableFuture<String> answer = new CompletableFuture<>();
        final CompletableFuture<Integer> closed = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            answer.complete(text.toString());
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return closed;
        }
    }

    public static void main(String[] args) throws Exception {
        Server server = new Server(0);
        server.setHandler(new WebSocketHandler.Simple(Echo.class));
        server.start();
        URI echo = URI.create(server.getURI().toString().replace("http:", "ws:"));
        HttpClient client = HttpClient.newHttpClient();
        Rounds.run(args, i -> {
            Question question = new Question();
            WebSocket socket = client.newWebSocketBuilder().buildAsync(echo, question).get();
            socket.sendText("hello how are you " + i, true).get();
            if (question.answer.get().split(" ").length != 5) {
                throw new AssertionError(question.answer.get());
            }
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get();
            question.closed.get();
        });
        server.stop();
    }
}
