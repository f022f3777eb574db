import javax.ws.rs.client.Client;
import javax.ws.rs.client.ClientBuilder;
import javax.ws.rs.client.WebTarget;

/** Requests with a property of their own, by a client that lives as long as the program. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Client client = ClientBuilder.newClient();
        WebTarget target = client.target("http://127.0.0.1:9/");
        Rounds.run(args, i -> target.property("foo", "bar").request().buildGet());
    }
}
