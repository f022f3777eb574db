# status.sh N COMMAND...: succeeds when COMMAND ends with exit status N.
expected=$1
shift
"$@"
status=$?
test $status -eq "$expected" && exit 0
echo "exit status $status instead of $expected: $*" >&2
exit 1
