#!/bin/sh
# Writes the manual page, completions and licences that packages contain into a folder. Run it at the
# top of the project: cmd/game-tui/dist/pages.sh FOLDER
set -eu
out=$1
rm -rf "$out" && mkdir -p "$out"
go build -o "$out/game-tui" ./cmd/game-tui
for shell in bash zsh fish; do "$out/game-tui" completion $shell >"$out/$shell"; done
"$out/game-tui" man | gzip -9n >"$out/game-tui.1.gz"
gzip -9n <CHANGELOG.md >"$out/changelog.gz"

# The licence and notice files of Go and of each module that some program contains.
{
	for os in linux darwin windows; do
		GOOS=$os CGO_ENABLED=0 go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./cmd/game-tui
	done
	echo "Go $(go env GOVERSION) $(go env GOROOT)"
	echo "DejaVu-fonts - tui/export/glyph/font"
	echo "asciinema-player - tui/export/encode/web"
} | LC_ALL=C sort -u | while read -r name version dir; do
	found=
	for file in "$dir"/LICEN* "$dir"/COPYING* "$dir"/NOTICE* "$dir"/licen*; do
		[ -f "$file" ] || continue
		found=yes
		printf '==== %s %s: %s\n\n' "$name" "$version" "${file##*/}"
		cat "$file"
		echo
	done
	[ "$found" ] || { echo "$name: no licence in $dir" >&2; exit 1; }
done >"$out/game-tui_LICENSES.txt"
gzip -9n <"$out/game-tui_LICENSES.txt" >"$out/third-party.gz"
