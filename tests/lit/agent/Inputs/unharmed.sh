# unharmed.sh DIR JAVA SPEC...: runs Faults (compiled in DIR) without an agent and under DIR/SPEC.so each.
# Its output must be the same, nothing goes to stderr, and the report (DIR/SPEC.json) is complete.
dir=$1 java=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
$java -cp "$dir" Faults "$dir" > "$dir/expected" || exit 1
for spec in "$@"; do
  rm -f "$dir/$spec.json"
  timeout -s KILL 300 $java "-agentpath:$dir/$spec.so=report=$dir/$spec.json,check=alloc:8m" \
    -cp "$dir" Faults "$dir" > "$dir/out" 2> "$dir/err"
  status=$?
  if [ $status -ne 0 ] || ! cmp "$dir/expected" "$dir/out" || [ -s "$dir/err" ]; then
    echo "under $spec: status $status"
    cat "$dir/out" "$dir/err"
    exit 1
  fi
  facts=$(python3 "$here/report.py" "$dir/$spec.json" r.run.complete 'len(r.checks) > 2')
  echo "$spec: $facts"
  case $facts in *False*) exit 1 ;; esac
done
