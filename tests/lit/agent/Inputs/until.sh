# The input of a program that runs until it has some: a line when its report has so many checks (or after a minute).
# usage: until.sh REPORT CHECKS
for try in $(seq 300); do
  ! grep -qs "\"n\": $2,*\$" "$1" || break
  sleep 0.2
done
echo
