import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/** Messages that ask for the first answer of a service, which is called once. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Uni<String> first = Multi.createBy().replaying().upTo(1).ofMulti(Multi.createFrom().items("a", "b"))
            .collect().first();
        Rounds.run(args, i -> {
            if (!first.map(text -> text + i).await().indefinitely().endsWith("" + i)) {
                throw new AssertionError("another message");
            }
        });
    }
}
