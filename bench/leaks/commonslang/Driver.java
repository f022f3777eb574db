import org.apache.commons.lang.builder.ToStringBuilder;

/** An audit trail that prints records by reflection; some have a part that cannot be printed yet. */
public class Driver {
    static class Part {
        final int number;

        Part(int number) {
            this.number = number;
        }

        @Override
        public String toString() {
            if (number % 2 == 1) {
                throw new IllegalStateException("not ready");
            }
            return "part " + number;
        }
    }

    static class Entry {
        final String name;
        final Part part;

        Entry(int id) {
            name = "entry " + id;
            part = new Part(id);
        }

        @Override
        public String toString() {
            return ToStringBuilder.reflectionToString(this);
        }
    }

    public static void main(String[] args) throws Exception {
        Rounds.run(args, i -> {
            try {
                new Entry(i).toString();
            } catch (IllegalStateException expected) {
                // printed later
            }
        });
    }
}
