import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.actor.Terminated;
import akka.actor.UntypedActor;
import akka.pattern.AskTimeoutException;
import akka.pattern.Patterns;
import scala.concurrent.Await;
import scala.concurrent.duration.Duration;

/** A service that watches who asks it, answers, and stops watching when it is told that the asker is gone. */
public class Driver {
    public static class Service extends UntypedActor {
        @Override
        public void onReceive(Object message) {
            if (message instanceof Terminated) {
                getContext().unwatch(((Terminated) message).actor());
            } else {
                getContext().watch(getSender());
                getSender().tell(answer((String) message), getSelf());
            }
        }

        static String answer(String question) {
            StringBuilder answer = new StringBuilder();
            for (String word : question.split(" ")) {
                answer.append(word.toUpperCase()).append('_');
            }
            return answer.toString();
        }
    }

    public static void main(String[] args) throws Exception {
        ActorSystem system = ActorSystem.create("system");
        ActorRef service = system.actorOf(Props.create(Service.class), "service");
        Rounds.run(args, i -> {
            try {
                Await.result(Patterns.ask(service, "please answer the question number " + i, 1000), Duration.Inf());
            } catch (AskTimeoutException late) {
                // a slow machine
            }
        });
        system.shutdown();
    }
}
