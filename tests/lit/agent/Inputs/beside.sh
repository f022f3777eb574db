# beside.sh FOLDER WHENS JAVA...: runs Leak with the agent reader.jar, without ours and with it in front and
# behind, for each time of registration. What the reader does in the end is then less than a sixth of the allocation.
inputs=$(dirname "$0")
folder=$1
whens=$2
shift 2
java="$* -Xmx256m -Xverify:all -XX:CICompilerCount=2"
cd "$folder" || exit 1
for when in $whens; do
  other=-javaagent:reader.jar=$when
  $java "$other" -cp . Leak leak 40000 >expected 2>expected.err || exit 1
  sed "s/^/$when: /" expected
  for order in front behind; do
    ours=-agentpath:$folder/leak.so=report=$folder/$when-$order.json,max-vso=2,check=alloc:1m
    [ $order = front ] && options="$ours $other" || options="$other $ours"
    status=0
    $java $options -cp . Leak leak 40000 >out 2>err || status=$?
    cmp expected out >difference && same=same || same=other
    echo "$when, in $order: $same output, status $status" | sed 's/in behind/behind/;s/in front/in front/'
    [ $same = same ] || diff expected out
    python3 "$inputs/report.py" $when-$order.json 'place(site)'
  done
done
