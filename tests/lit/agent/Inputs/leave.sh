# leave.sh DIR JAVA "MILLISECONDS..." SPEC...: Leave (compiled in DIR) ends by exit and by halt after each delay
# under DIR/SPEC.so. Its status stays 7 and nothing goes to stderr; after exit the report is complete, after
# halt it is one that a reader can use, or there is none yet.
dir=$1 java=$2 delays=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
for spec in "$@"; do
  for ms in $delays; do
    for how in exit halt; do
      report=$dir/$spec-$how-$ms.json
      rm -f "$report"
      timeout -s KILL 120 $java "-agentpath:$dir/$spec.so=report=$report,check=alloc:256k" \
        -cp "$dir" Leave $how "$ms" > "$dir/out" 2> "$dir/err"
      status=$?
      if [ $status -ne 7 ] || [ -s "$dir/out" ] || [ -s "$dir/err" ]; then
        echo "$spec, $how after $ms ms: status $status"
        cat "$dir/out" "$dir/err"
        exit 1
      fi
      if [ $how = exit ] || [ -e "$report" ]; then
        facts=$(python3 "$here/report.py" "$report" r.run.complete) || exit 1
        [ $how = halt ] || [ "$facts" = "r.run.complete = True" ] || { echo "$spec, $ms ms: $facts"; exit 1; }
      fi
      echo "$spec $how"
    done
  done
done | sort | uniq -c
