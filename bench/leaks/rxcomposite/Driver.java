import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.internal.functions.Functions;

/** Answers that a screen subscribes to. "repaired": each leaves the container when it is over. */
public class Driver {
    static final CompositeDisposable screen = new CompositeDisposable();
    static long shown;

    public static void main(String[] args) throws Exception {
        boolean repaired = args.length > 1;
        Rounds.run(args, i -> {
            byte[] picture = new byte[64];
            Single<Integer> answer = Single.just(i).map(n -> n + 1);
            if (repaired) {
                answer.subscribe(n -> shown += n + picture.length, Functions.ON_ERROR_MISSING, screen);
            } else {
                screen.add(answer.subscribe(n -> shown += n + picture.length));
            }
        });
    }
}
