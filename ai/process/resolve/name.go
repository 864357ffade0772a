package resolve

import (
	"path/filepath"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/clean"
)

// DisplayName returns the name of a player as its command has it: the last part of its script or program, without
// extension. It is Harry for "./AIHarry.exe", bot for "cmd:python3 bot.py" and "J. Puig" for a folder of that name.
func DisplayName(command []string) string {
	base := filepath.Base(playerWord(command))
	if base == "." || base == ".." {
		if abs, err := filepath.Abs(playerWord(command)); err == nil {
			base = filepath.Base(abs)
		}
	}
	base = WithoutPlatform(base)
	if ext := filepath.Ext(base); isScript(base) || IsSource(base) || slices.Contains(programExtensions, ext) {
		base = strings.TrimSuffix(base, ext)
	}
	if rest, ok := strings.CutPrefix(base, "AI"); ok && rest != "" {
		base = rest
	}
	return base
}

var programExtensions = []string{".exe", ".out", ".bin"}

// ShortName returns the display name of a command, shortened to what a recording can hold. It is used until the player
// has introduced itself.
func ShortName(command []string) string {
	if len(command) == 0 {
		return "player"
	}
	return clean.Letters(DisplayName(command), sim.MaxName)
}

// playerWord returns the word of a command that identifies the player: the script rather than its interpreter, but not
// the code that follows -c or -e.
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
