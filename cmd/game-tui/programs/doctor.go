package programs

import (
	"fmt"
	"io"
	"runtime"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/version"
)

// Examine tells what keeps programs in, what one tried in vain, and which tools there are.
func Examine(w io.Writer) {
	fmt.Fprintf(w, "game-tui %s, %s, %s/%s, %d cores\n\nAround a player:\n",
		version.Name(), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, l := range process.Report() {
		mark := "yes"
		if !l.InForce {
			mark = "NO "
		}
		fmt.Fprintf(w, "  %s  %-18s %s\n", mark, l.Name, l.About)
	}
	fmt.Fprintln(w, "\nA program in it tried to:")
	trials, err := process.Probe()
	if err != nil {
		fmt.Fprintf(w, "  not tried: %v\n", err)
	}
	for _, t := range trials {
		mark := "refused"
		if !t.Refused {
			mark = "ALLOWED"
		}
		fmt.Fprintf(w, "  %s  %s\n", mark, t.What)
	}
	fmt.Fprintln(w, "\nTools for players:")
	for _, t := range [][2]string{{"python3", "new python"}, {"go", "new go"}, {"g++", "new c++, and the kits"}, {"make", "new c++, and the kits"}} {
		path, err := process.LookPath(t[0])
		if err != nil {
			path = err.Error() + ": needed for " + t[1]
		}
		fmt.Fprintf(w, "  %-8s %s\n", t[0], path)
	}
	for _, warning := range process.Warnings(process.Auto) {
		fmt.Fprintln(w, "\n"+warning)
	}
}
