# drains.sh AGENT DIRECTORY RUNS JAVA...: runs of Drains on one processor, so that the program has its turn between
# the walks of a search; prints each different outcome once.
agent=$1 directory=$2 runs=$3
shift 3
here=$(dirname "$0")
processor=$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')
for how in read drop; do
  for run in $(seq $runs); do
    report=$directory/$how-$run
    taskset -c "$processor" "$@" -agentpath:$agent=report=$report.json,check=alloc:4m,log=debug:$report.log \
      -cp $directory Drains $report.log $how > $report.out || exit 1
    printf '%s %s' $how "$(cat $report.out)"
    python3 "$here/report.py" $report.json '[describe_path(p) for p in site.paths[:1]]' \
      | sed 's/.*path/:/' || exit 1
  done
done | sort -u
