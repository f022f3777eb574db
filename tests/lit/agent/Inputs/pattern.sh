# pattern.sh JAVA AGENT CLASSES LEAKING REPAIRED SIZE: runs a defect and its repair, compares what
# they print, and prints the facts of both reports.
java=$1 agent=$2 classes=$3 leaking=$4 repaired=$5 size=$6
here=$(dirname "$0")
run() {
  $java -agentpath:$agent=report=$classes/$1.json,max-vso=4,max-idle=0.5 -cp $classes $1 $size \
    > $classes/$1.out 2> $classes/$1.err
  echo "$1: status $?"
}
run $leaking
python3 "$here/report.py" $classes/$leaking.json 'len(r.checks) >= 20' 'spec.maxVso >= 4' \
  'spec.verdict' 'site["class"] + "." + site.method' 'site.type' \
  'path.edges[0].holderType + "." + path.edges[0].field' 'path.root.kind'
run $repaired
python3 "$here/report.py" $classes/$repaired.json 'len(r.checks) >= 20' 'spec.maxVso <= 1.5' \
  'spec.verdict'
cmp $classes/$leaking.out $classes/$repaired.out && echo "same output"
