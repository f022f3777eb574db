# attach.sh DIR ISL JAVA...: attaches agents to JVMs of Keeps that run, and says how each attempt ended. DIR/err is what the
# JVMs say on stderr.
dir=$1 isl=$2
shift 2
rm -f "$dir/in" && mkfifo "$dir/in"

# start OPTIONS...: a JVM that runs until stop; its id is in $pid.
start() {
  : > "$dir/out"
  "$@" -cp "$dir" Keeps < "$dir/in" > "$dir/out" 2>> "$dir/err" &
  program=$!
  exec 3> "$dir/in"
  pid=
  for try in $(seq 300); do
    pid=$(head -n 1 "$dir/out")
    [ -n "$pid" ] && return
    sleep 0.1
  done
}
stop() {
  echo >&3
  exec 3>&-
  wait $program
  status=$?
  tail -n 1 "$dir/out"
  echo "program: $status"
}
attach() {
  name=$1
  shift
  $isl attach "$@" $pid
  echo "$name: $?"
}

start "$@"
attach leak --spec leak --report-dir "$dir/no"
attach maps --spec under-utilised-maps --report-dir "$dir/rd" --check alloc:1m --max-vso 1.5
attach again --spec under-utilised-maps --report-dir "$dir/no"
attach other --spec boxed-numbers --report-dir "$dir/no"
for try in $(seq 100); do  # until there were enough checks for a verdict
  [ "$($isl top --once "$dir/rd" 2> /dev/null | awk 'NR == 2 { print $5 }')" -ge 25 ] 2> /dev/null && break
  sleep 0.2
done
stop > "$dir/end"
$isl verify "$dir/rd"
echo "verify: $?"
cat "$dir/end"
start "$@" -Xrs
attach quiet --spec under-utilised-maps --report-dir "$dir/no"
stop > "$dir/end"
start "$@" -XX:-EnableDynamicAgentLoading
attach closed --spec under-utilised-maps --report-dir "$dir/no"
stop > "$dir/end"
