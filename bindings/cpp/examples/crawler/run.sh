#!/bin/sh
# Lets the crawler go through three local sites and compares what it did with
# expected.txt. And what the sites saw: nothing that it was not to fetch. Then
# sends it to servers that misbehave.
#
#   examples/crawler/run.sh PATH-OF-THE-CRAWLER
#
# Needs python3.
set -eu
crawler=$1
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || true; rm -rf "$scratch"' EXIT

python3 "$here/sites.py" "$scratch/ports" "$scratch/log" &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    test -s "$scratch/ports" && break
    sleep 0.5
done
read -r first second third < "$scratch/ports"

"$crawler" --agent ExampleBot --allow-private "http://127.0.0.1:$first/" > "$scratch/said"
sed -e "s/127.0.0.1:$first/first/" -e "s/127.0.0.1:$second/second/" \
    -e "s/127.0.0.1:$third/third/" "$scratch/said" | diff "$here/expected.txt" -

if grep -e 'session' -e '0 .*rivate/[a-z]*[^n]$' -e '^2 200' "$scratch/log"; then
    echo 'the crawler fetched what it was not to'
    exit 1
fi
echo "crawler: $(grep -c fetched "$scratch/said") fetched, $(grep -c refused "$scratch/said") refused"

python3 "$here/misbehaving.py" "$crawler"
