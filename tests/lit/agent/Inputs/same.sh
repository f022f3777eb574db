# same.sh DIR JAVA SPEC...: runs Same (compiled in DIR/g, without debug information in DIR/n) without an agent and
# under DIR/SPEC.so each. Its output must be the same, nothing goes to stderr, and the report is complete. A spec
# given as n:SPEC takes the classes of DIR/n. Under an agent Same reads objects that a JVM without one wrote, and
# the bytes that it writes itself are those that this JVM wrote and read.
dir=$1 java=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)

fail() {
  echo "under $spec, $classes: $*"
  cat "$dir/err"
  exit 1
}

for classes in g n; do
  written=$dir/written-$classes
  $java -cp "$dir/$classes" Same "$written" "$written" > "$dir/expected-$classes" || exit 1
done
for each in "$@"; do
  case $each in n:*) classes=n ;; *) classes=g ;; esac
  spec=${each#n:} report=$dir/$classes-${each#n:}.json
  $java "-agentpath:$dir/$spec.so=report=$report,check=alloc:8m" -cp "$dir/$classes" \
    Same "$dir/written" "$dir/written-$classes" > "$dir/out" 2> "$dir/err" || fail "status $?"
  diff "$dir/expected-$classes" "$dir/out" > "$dir/diff" || { head -20 "$dir/diff"; fail "another output"; }
  [ ! -s "$dir/err" ] || fail "the agent wrote to stderr"
  cmp "$dir/written-$classes" "$dir/written" || fail "another stream"
  facts=$(python3 "$here/report.py" "$report" r.run.complete 'len(r.checks) > 2')
  case $facts in *False*) fail "$facts" ;; esac
  echo "$spec, $classes: same"
done
