# together.sh N OUT COMMAND...: runs COMMAND N times at once, output in OUT.i.out and OUT.i.err; succeeds
# when each does.
count=$1
out=$2
shift 2
pids=
for i in $(seq "$count"); do
  "$@" > "$out.$i.out" 2> "$out.$i.err" &
  pids="$pids $!"
done
status=0
for pid in $pids; do
  wait "$pid" || status=1
done
exit $status
