#!/bin/sh
# Fetches the player of this folder anew. Needs npm.
set -eu
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
(cd "$tmp" && npm pack --silent asciinema-player@3.17.0 >/dev/null && tar xzf asciinema-player-3.17.0.tgz)
for f in min.js css; do
	gzip -9n <"$tmp/package/dist/bundle/asciinema-player.$f" >"player.$f.gz"
done
mv player.min.js.gz player.js.gz
cp "$tmp/package/LICENSE" LICENSE
gzip -dc player.js.gz player.css.gz | sha256sum | grep -q ^2123735e7f02574481d57951d24624c75af3672998a7a3457c4ec430682a8bf1 || {
	echo "the player is not the one that was tried" >&2
	exit 1
}
