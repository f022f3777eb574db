import io.sentry.ITransaction;
import io.sentry.ISpan;
import io.sentry.NoOpTransportFactory;
import io.sentry.Sentry;
import io.sentry.SpanStatus;

/** A transaction with a span that failed, for each request; nothing is sent. */
public class Driver {
    public static void main(String[] args) throws Exception {
        Sentry.init(options -> {
            options.setDsn("http://key@127.0.0.1:9/1");
            options.setTransportFactory(NoOpTransportFactory.getInstance());
            options.setTracesSampleRate(1.0);
            options.setEnableUncaughtExceptionHandler(false);
        });
        Rounds.run(args, i -> {
            ITransaction transaction = Sentry.startTransaction("request", "http");
            ISpan span = transaction.startChild("db");
            span.setThrowable(new IllegalStateException("request " + i));
            span.finish(SpanStatus.INTERNAL_ERROR);
            transaction.finish();
        });
        System.exit(0);
    }
}
