import static org.jooq.impl.DSL.field;

import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record2;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/** An import of tables whose columns have other names each; their rows become beans. */
public class Driver {
    public static class Score {
        final int id;
        final int score;

        public Score(int id, int score) {
            this.id = id;
            this.score = score;
        }
    }

    static int total(DSLContext database, int i) {
        Field<Integer> id = field("id", Integer.class);
        Field<Integer> score = field("score_" + i, Integer.class);
        int total = 0;
        for (String line : "1,10 2,20 3,30".split(" ")) {
            Record2<Integer, Integer> row = database.newRecord(id, score);
            row.fromArray((Object[]) line.split(","));
            total += row.into(Score.class).score;
        }
        return total;
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        DSLContext database = DSL.using(SQLDialect.H2);
        Rounds.run(args, i -> {
            if (total(database, i) != 60) {
                throw new AssertionError(i);
            }
        });
    }
}
