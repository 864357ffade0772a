package buildinfo

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"game-tui/sim/game/catalog"
)

// Print writes the versions of the games and of the program, one per line.
func Print(w io.Writer) error {
	text := ""
	for _, g := range catalog.Games() {
		text += g.Version() + "\n"
	}
	_, build := This()
	_, err := fmt.Fprintf(w, "%sgame-tui %s, %s %s/%s\n", text, build, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// init answers a lone --version before most packages are initialized, because scripts and package
// managers call it often.
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
