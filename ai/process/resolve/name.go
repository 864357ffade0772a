package resolve

import (
	"path/filepath"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/sanitize"
)

// DisplayName returns the name of a command's script or program, without folder and extension:
// Harry for "./AIHarry.exe", bot for "cmd:python3 bot.py".
func DisplayName(command []string) string {
	base := filepath.Base(playerWord(command))
	if base == "." || base == ".." {
		if abs, err := filepath.Abs(playerWord(command)); err == nil {
			base = filepath.Base(abs)
		}
	}
	base = WithoutPlatform(base)
	if ext := filepath.Ext(base); isScript(base) || IsSource(base) || slices.Contains([]string{".exe", ".out", ".bin"}, ext) {
		base = strings.TrimSuffix(base, ext)
	}
	if rest, ok := strings.CutPrefix(base, "AI"); ok && rest != "" {
		base = rest
	}
	return base
}

// ShortName returns the display name, truncated to fit into a recording.
func ShortName(command []string) string {
	if len(command) == 0 {
		return "player"
	}
	return sanitize.PrintableASCII(DisplayName(command), sim.MaxNameLen)
}

// playerWord returns the script if there is one, and otherwise the program. It ignores code after
// -c or -e.
func playerWord(command []string) string {
	args := command[1:]
	if i := slices.IndexFunc(args, isScript); i >= 0 {
		return args[i]
	}
	for _, arg := range args {
		switch {
		case arg == "-c" || arg == "-e" || arg == "-r":
			return command[0]
		case !strings.HasPrefix(arg, "-"):
			return arg
		}
	}
	return command[0]
}
