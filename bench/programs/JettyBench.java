import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.session.SessionHandler;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;

/** Jetty's request loop without a network: parsing, sessions, a servlet, the answer. */
final class JettyBench {
  /** A basket in a session. */
  public static final class Basket extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
      HttpSession session = request.getSession(true);
      Integer count = (Integer) session.getAttribute("count");
      int now = (count == null ? 0 : count) + Integer.parseInt(request.getParameter("add"));
      session.setAttribute("count", now);
      response.setContentType("text/plain");
      for (int i = 0; i < 20; i++) {
        response.getWriter().println("line " + i + " of basket with " + now + " things");
      }
      if (now > 40) {
        session.invalidate();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    Server server = new Server();
    LocalConnector connector = new LocalConnector(server);
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
    context.setSessionHandler(new SessionHandler());
    context.addServlet(new ServletHolder(new Basket()), "/basket");
    server.setHandler(context);
    server.start();
    String[] cookies = new String[50];
    long digest = 17;
    for (int round = 0; round < rounds; round++) {
      Progress.at(round, rounds);
      int user = round * 31 % cookies.length;
      String answer = connector.getResponse("GET /basket?add=" + round % 7 + " HTTP/1.1\r\nHost: local\r\n"
          + (cookies[user] == null ? "" : "Cookie: " + cookies[user] + "\r\n")
          + "Connection: close\r\nAccept: text/plain\r\nUser-Agent: bench\r\n\r\n");
      int cookie = answer.indexOf("Set-Cookie: ");
      if (cookie >= 0) {
        cookies[user] = answer.substring(cookie + 12, answer.indexOf(';', cookie));
      }
      digest = digest * 31 + answer.substring(answer.indexOf("\r\n\r\n")).hashCode();
    }
    server.stop();
    System.out.println("digest " + Long.toHexString(digest));
  }
}
