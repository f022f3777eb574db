import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.concurrent.SynchronousQueue;

/** A gateway that starts a worker for each job, watches it with a message of its own, and says when it has ended. */
public class Driver {
    static final SynchronousQueue<String> ended = new SynchronousQueue<>();

    static Behavior<Integer> worker() {
        return Behaviors.receiveMessage(job -> {
            StringBuilder words = new StringBuilder();
            for (int k = 0; k < 20; k++) {
                words.append('w').append(job * k).append(' ');
            }
            if (words.toString().split(" ").length != 20) {
                throw new AssertionError(words);
            }
            return Behaviors.stopped();
        });
    }

    static Behavior<Object> gateway() {
        return Behaviors.setup(context -> Behaviors.receiveMessage(message -> {
            if (message instanceof Integer) {
                ActorRef<Integer> worker = context.spawnAnonymous(worker());
                context.watchWith(worker, "job " + message);
                worker.tell((Integer) message);
            } else {
                ended.put((String) message);
            }
            return Behaviors.same();
        }));
    }

    public static void main(String[] args) throws Exception {
        ActorSystem<Object> system = ActorSystem.create(gateway(), "gateway");
        Rounds.run(args, i -> {
            system.tell(i);
            ended.take();
        });
        system.terminate();
    }
}
