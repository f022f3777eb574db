// The ISL grammar, whole language, no actions. Property words (sequence, type, kind, ...) are
// plain identifiers decided by semantic analysis, so locals may carry their names. The lexer
// accepts malformed literals and stray characters as tokens: islc/parse reports them in the
// compiler's own words.
grammar Isl;

program : construct* EOF ;

construct
  : bodyDecl
  | objectDecl
  | eventDecl
  | constDecl
  ;

bodyDecl : kw=(CONTEXT | HISTORY | PARTITION | BOUNDARY) name=IDENT LBRACE property* RBRACE ;
objectDecl : kw=TOBJECT name=IDENT LBRACE (property | instanceField)* RBRACE ;
property : name=IDENT ASSIGN expr SEMI ;
instanceField : INSTANCE typeRef name=IDENT (ASSIGN expr)? SEMI ;
constDecl : CONST typeRef name=IDENT ASSIGN expr SEMI ;
eventDecl : EVENT name=IDENT LPAREN (parameter (COMMA parameter)*)? RPAREN block ;
parameter : FINAL? typeRef name=IDENT ;

primitiveType : BOOLEAN | BYTE | SHORT | CHAR | INT | LONG | FLOAT | DOUBLE ;
dims : LBRACK RBRACK ;
// `History` names the supertype of all histories as well as the construct.
typeRef : (primitiveType | IDENT | HISTORY) dims* ;

block : LBRACE blockStatement* RBRACE ;
blockStatement : localDecl SEMI | statement ;
localDecl : FINAL? typeRef declarator (COMMA declarator)* ;
declarator : name=IDENT (ASSIGN expr)? ;

statement
  : block                                                              # blockStmt
  | SEMI                                                               # emptyStmt
  | expr SEMI                                                          # exprStmt
  | IF LPAREN expr RPAREN statement (ELSE statement)?                  # ifStmt
  | FOR LPAREN FINAL? typeRef name=IDENT COLON expr RPAREN statement   # forEachStmt
  | FOR LPAREN forInit? SEMI expr? SEMI forUpdate? RPAREN statement    # forStmt
  | WHILE LPAREN expr RPAREN statement                                 # whileStmt
  | DO statement WHILE LPAREN expr RPAREN SEMI                         # doStmt
  | BREAK SEMI                                                         # breakStmt
  | CONTINUE SEMI                                                      # continueStmt
  | RETURN expr? SEMI                                                  # returnStmt
  ;
forInit : localDecl | exprList ;
forUpdate : exprList ;
exprList : expr (COMMA expr)* ;

expr : ternary (op=(ASSIGN | ADD_ASSIGN | SUB_ASSIGN | MUL_ASSIGN | DIV_ASSIGN | MOD_ASSIGN
                   | AND_ASSIGN | OR_ASSIGN | XOR_ASSIGN | SHL_ASSIGN | SHR_ASSIGN | USHR_ASSIGN) expr)? ;
ternary : binary (QUESTION expr COLON ternary)? ;
binary
  : unary
  | binary op=(MUL | DIV | MOD) binary
  | binary op=(ADD | SUB) binary
  | binary op=(SHL | SHR | USHR) binary
  | binary op=(LT | LE | GT | GE) binary
  | binary op=(EQ | NE) binary
  | binary op=AND binary
  | binary op=XOR binary
  | binary op=OR binary
  | binary op=ANDAND binary
  | binary op=OROR binary
  ;
// `(Name) x` is a cast only before an operand that cannot continue `(Name)` as an operand itself,
// so `(x) - 1` stays a subtraction (Java's rule).
unary
  : op=(ADD | SUB | INC | DEC) unary
  | LPAREN primitiveType RPAREN unary
  | unaryNotPlusMinus
  ;
unaryNotPlusMinus
  : op=(TILDE | BANG) unary
  | LPAREN castType RPAREN unaryNotPlusMinus
  | postfix
  ;
castType : primitiveType dims+ | IDENT dims* ;
postfix : primary suffix* ;
suffix
  : DOT IDENT (LPAREN exprList? RPAREN)?
  | LBRACK expr RBRACK
  | op=(INC | DEC)
  ;
primary
  : literal
  | IDENT (LPAREN exprList? RPAREN)?
  | LPAREN expr RPAREN
  ;
literal : INT_LIT | FLOAT_LIT | CHAR_LIT | STRING_LIT | TRUE | FALSE | NULL_LIT ;

CONTEXT : 'Context' ;
HISTORY : 'History' ;
PARTITION : 'Partition' ;
BOUNDARY : 'Boundary' ;
TOBJECT : 'TObject' ;
EVENT : 'Event' ;
INSTANCE : 'instance' ;
CONST : 'const' ;
FINAL : 'final' ;
BOOLEAN : 'boolean' ;
BYTE : 'byte' ;
SHORT : 'short' ;
CHAR : 'char' ;
INT : 'int' ;
LONG : 'long' ;
FLOAT : 'float' ;
DOUBLE : 'double' ;
IF : 'if' ;
ELSE : 'else' ;
FOR : 'for' ;
WHILE : 'while' ;
DO : 'do' ;
RETURN : 'return' ;
BREAK : 'break' ;
CONTINUE : 'continue' ;
TRUE : 'true' ;
FALSE : 'false' ;
NULL_LIT : 'null' ;
UNSUPPORTED
  : 'abstract' | 'assert' | 'case' | 'catch' | 'class' | 'default' | 'enum' | 'extends'
  | 'finally' | 'goto' | 'implements' | 'import' | 'instanceof' | 'interface' | 'native' | 'new'
  | 'package' | 'private' | 'protected' | 'public' | 'static' | 'strictfp' | 'super' | 'switch'
  | 'synchronized' | 'this' | 'throw' | 'throws' | 'transient' | 'try' | 'void' | 'volatile'
  | '->' | '::' | '@'
  ;

IDENT : [A-Za-z_$] [A-Za-z0-9_$]* ;

FLOAT_LIT
  : DIGITS '.' DIGITS? EXPONENT? [fFdD]?
  | '.' DIGITS EXPONENT? [fFdD]?
  | DIGITS EXPONENT [fFdD]?
  | DIGITS [fFdD]
  ;
INT_LIT : [0-9] [0-9A-Za-z_$]* ;
fragment DIGITS : [0-9] [0-9_]* ;
fragment EXPONENT : [eE] [+\-]? [0-9] [0-9_]* ;

CHAR_LIT : '\'' (~['\\\r\n] | '\\' ~[\r\n])* '\'' ;
STRING_LIT : '"' (~["\\\r\n] | '\\' ~[\r\n])* '"' ;
BAD_CHAR : '\'' (~['\\\r\n] | '\\' ~[\r\n])* ;
BAD_STRING : '"' (~["\\\r\n] | '\\' ~[\r\n])* '\\'? ;

LPAREN : '(' ;
RPAREN : ')' ;
LBRACE : '{' ;
RBRACE : '}' ;
LBRACK : '[' ;
RBRACK : ']' ;
SEMI : ';' ;
COMMA : ',' ;
DOT : '.' ;
ASSIGN : '=' ;
ADD_ASSIGN : '+=' ;
SUB_ASSIGN : '-=' ;
MUL_ASSIGN : '*=' ;
DIV_ASSIGN : '/=' ;
MOD_ASSIGN : '%=' ;
AND_ASSIGN : '&=' ;
OR_ASSIGN : '|=' ;
XOR_ASSIGN : '^=' ;
SHL_ASSIGN : '<<=' ;
SHR_ASSIGN : '>>=' ;
USHR_ASSIGN : '>>>=' ;
QUESTION : '?' ;
COLON : ':' ;
INC : '++' ;
DEC : '--' ;
ADD : '+' ;
SUB : '-' ;
MUL : '*' ;
DIV : '/' ;
MOD : '%' ;
SHL : '<<' ;
SHR : '>>' ;
USHR : '>>>' ;
LE : '<=' ;
GE : '>=' ;
LT : '<' ;
GT : '>' ;
EQ : '==' ;
NE : '!=' ;
ANDAND : '&&' ;
OROR : '||' ;
AND : '&' ;
OR : '|' ;
XOR : '^' ;
BANG : '!' ;
TILDE : '~' ;

// Kept for those who write the text again (islc/format) or speak about it (islc/lsp).
WS : [ \t\r\n\f]+ -> channel(HIDDEN) ;
LINE_COMMENT : '//' ~[\r\n]* -> channel(HIDDEN) ;
BLOCK_COMMENT : '/*' .*? '*/' -> channel(HIDDEN) ;
BAD_COMMENT : '/*' ;
ILLEGAL : . ;
