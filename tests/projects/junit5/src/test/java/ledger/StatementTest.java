package ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StatementTest {
    @Test
    void printsLines() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1_500_000; i++) {
            text.setLength(0);
            text.append("line ").append(i);
            assertEquals('l', text.toString().charAt(0));
        }
    }
}
