# killed.sh REPORT SECONDS COMMAND...: kills COMMAND that many seconds after REPORT appeared.
report=$1
seconds=$2
shift 2
"$@" > /dev/null 2>&1 &
pid=$!
for i in $(seq 300); do
  test -s "$report" && break
  sleep 0.1
done
sleep "$seconds"
kill -KILL $pid
wait $pid
test -s "$report"
