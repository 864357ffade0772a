//go:build !linux

package process

import (
	"fmt"
	"os"
)

const hasLauncher = false

func launch(string) {
	fmt.Fprintln(os.Stderr, "game-tui: there is no launcher on this system")
	os.Exit(126)
}
