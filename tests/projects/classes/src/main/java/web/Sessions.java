package web;

import java.util.HashMap;
import java.util.Map;

/** Who is logged in. */
public final class Sessions {
  record Session(String user, Map<String, String> values) {}

  private static final Map<String, Session> BY_USER = new HashMap<>();

  private Sessions() {}

  public static void logIn(String user) {
    Map<String, String> values = new HashMap<>();
    values.put("greeting", "welcome, " + user);
    BY_USER.put(user, new Session(user, values));
  }

  public static void logOut(String user) {
    BY_USER.remove(user);
  }
}
