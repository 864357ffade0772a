// Package buildinfo describes how the program was built.
package buildinfo

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"game-tui/sim/game/catalog"
)

// Name returns the build's name for plans and recordings: its version, or "devel" and the commit.
func Name() string {
	name, _ := Describe()
	return name
}

// Describe returns the build's name and a description such as "v0.3.0, commit 0123456789ab
// (2026-11-22)".
func Describe() (name, description string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel", "devel"
	}
	return describe(info)
}

func describe(info *debug.BuildInfo) (name, description string) {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	commit := set["vcs.revision"]
	commit = commit[:min(len(commit), 12)]
	changed := set["vcs.modified"] == "true"
	name = info.Main.Version
	if name == "" || name == "(devel)" {
		name = "devel"
		if commit != "" {
			name += "-" + commit
		}
		if changed {
			name += "+dirty"
		}
	}
	description = name
	if commit != "" {
		date, _, _ := strings.Cut(set["vcs.time"], "T")
		description += ", commit " + commit + " (" + date + ")"
	}
	if changed {
		description += ", with local changes"
	}
	return name, description
}

// Print writes the versions of the games and of the program, one per line.
func Print(w io.Writer) error {
	text := ""
	for _, g := range catalog.Games() {
		text += g.Version() + "\n"
	}
	_, build := Describe()
	_, err := fmt.Fprintf(w, "%sgame-tui %s, %s %s/%s\n", text, build, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// init handles a lone --version or -v before most packages are initialised, because scripts and
// package managers call it often.
func init() {
	if len(os.Args) != 2 || os.Args[1] != "--version" && os.Args[1] != "-v" {
		return
	}
	if err := Print(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "game-tui:", err)
		os.Exit(1)
	}
	os.Exit(0)
}
