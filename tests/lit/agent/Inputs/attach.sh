# attach.sh DIR AGENT JAVA ARGUMENTS...: runs a program that prints its process id and reads a line, and
# attaches AGENT in between. DIR/out, DIR/err and DIR/status are the program's, DIR/jcmd is jcmd's.
dir=$1 agent=$2 java=$3
shift 2
mkfifo "$dir/in"
(
  "$@" < "$dir/in" > "$dir/out" 2> "$dir/err"
  echo "status $?" > "$dir/status"
) &
exec 3> "$dir/in"
pid=
tries=0
while [ -z "$pid" ] && [ $tries -lt 300 ]; do
  sleep 0.1
  pid=$(head -n 1 "$dir/out" 2> /dev/null)
  tries=$((tries + 1))
done
"$(dirname "$java")/jcmd" "$pid" JVMTI.agent_load "$agent" > "$dir/jcmd" 2>&1
echo go >&3
exec 3>&-
wait
cat "$dir/status" "$dir/out" "$dir/err" "$dir/jcmd"
