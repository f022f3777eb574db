import io.reactivex.Observable;
import io.reactivex.subjects.PublishSubject;

/** Subscriptions that repeat when a subject says so, disposed of at once. */
public class Driver {
    static final PublishSubject<Object> subject = PublishSubject.create();

    public static void main(String[] args) throws Exception {
        Rounds.run(args, i -> Observable.just(i).repeatWhen(c -> c.switchMap(v -> subject)).subscribe().dispose());
    }
}
