import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.LexerInterpreter;
import org.antlr.v4.runtime.ParserInterpreter;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.tool.Grammar;

/** ANTLR 4: analyses a grammar and parses texts with it through the interpreters. */
final class AntlrBench {
  private static final String GRAMMAR = String.join("\n",
      "grammar Little;",
      "program : statement* EOF ;",
      "statement : 'if' '(' expr ')' statement ('else' statement)?",
      "  | 'while' '(' expr ')' statement | '{' statement* '}' | ID '=' expr ';'",
      "  | 'return' expr? ';' | expr ';' ;",
      "expr : expr ('*' | '/') expr | expr ('+' | '-') expr | expr ('<' | '>' | '==') expr",
      "  | expr '&&' expr | expr '?' expr ':' expr | ID '(' (expr (',' expr)*)? ')'",
      "  | '(' expr ')' | '-' expr | ID | NUMBER ;",
      "ID : [a-zA-Z_] [a-zA-Z_0-9]* ;",
      "NUMBER : [0-9]+ ;",
      "SPACE : [ \\t\\n]+ -> skip ;");

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    long digest = 17;
    for (int round = 0; round < rounds; round++) {
      Progress.at(round, rounds);
      Grammar grammar = new Grammar(GRAMMAR);
      for (int text = 0; text < 12; text++) {
        LexerInterpreter lexer =
            grammar.createLexerInterpreter(CharStreams.fromString(program(round * 12 + text)));
        ParserInterpreter parser = grammar.createParserInterpreter(new CommonTokenStream(lexer));
        ParseTree tree = parser.parse(grammar.getRule("program").index);
        digest = digest * 31 + tree.toStringTree(parser).hashCode() + parser.getNumberOfSyntaxErrors();
      }
    }
    System.out.println("digest " + Long.toHexString(digest));
  }

  private static String program(int seed) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      int n = seed * 31 + i;
      text.append("if (a").append(n % 10).append(" < ").append(n).append(" && f(b, ").append(i)
          .append(" + 2 * c)) { x = (a + b) * -c / ").append(n % 7 + 1)
          .append(" ? y : z(1, 2, w); } else while (k > 0) { k = k - 1; return k; }\n");
    }
    return text.toString();
  }
}
