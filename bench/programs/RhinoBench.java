import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;

/** Rhino: compiles a script and runs it, in the interpreter and compiled, in a fresh scope each. */
final class RhinoBench {
  private static final String SCRIPT = String.join("\n",
      "function Node(key) { this.key = key; this.left = null; this.right = null; this.count = 1; }",
      "function insert(root, key) {",
      "  if (root === null) return new Node(key);",
      "  if (key < root.key) root.left = insert(root.left, key);",
      "  else if (key > root.key) root.right = insert(root.right, key);",
      "  else root.count++;",
      "  return root;",
      "}",
      "function walk(node, visit) {",
      "  if (node) { walk(node.left, visit); visit(node); walk(node.right, visit); }",
      "}",
      "var root = null, seed = 42 + round, words = [];",
      "for (var i = 0; i < 3000; i++) {",
      "  seed = (seed * 16807) % 2147483647;",
      "  root = insert(root, 'k' + (seed % 1500));",
      "}",
      "walk(root, function (node) { words.push(node.key + ':' + node.count); });",
      "var histogram = {};",
      "words.forEach(function (w) {",
      "  var n = w.split(':')[1]; histogram[n] = (histogram[n] || 0) + w.length; });",
      "JSON.stringify(histogram) + words.join(',').replace(/k(\\d)/g, '$1-').length;");

  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    long digest = 17;
    for (int round = 0; round < rounds; round++) {
      Progress.at(round, rounds);
      Context context = Context.enter();
      try {
        context.setOptimizationLevel(round % 2 == 0 ? -1 : 9);
        Scriptable scope = context.initStandardObjects();
        scope.put("round", scope, round);
        Object result = context.evaluateString(scope, SCRIPT, "bench.js", 1, null);
        digest = digest * 31 + Context.toString(result).hashCode();
      } finally {
        Context.exit();
      }
    }
    System.out.println("digest " + Long.toHexString(digest));
  }
}
