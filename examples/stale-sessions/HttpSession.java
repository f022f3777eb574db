package jakarta.servlet.http;

/** What the programs need of the servlet API's interface. */
public interface HttpSession {
  Object getAttribute(String name);

  void setAttribute(String name, Object value);

  void invalidate();
}
