package process

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// CommandPrefix is what the word of a seat begins with when it is a command.
const CommandPrefix = "cmd:"

// Parse reads the word of a seat: a path of a program, which contains a slash,
// or "cmd:PROGRAM ARG…". ok is false when the word is neither, and so a name.
func Parse(word string) (command []string, ok bool, err error) {
	rest, isCommand := strings.CutPrefix(word, CommandPrefix)
	switch {
	case isCommand:
		command, err = split(rest)
		if err == nil && len(command) == 0 {
			err = errors.New("it names no program")
		}
		if err != nil {
			return nil, true, fmt.Errorf("player %q: %w", word, err)
		}
		return command, true, nil
	case strings.ContainsRune(word, '/') || strings.ContainsRune(word, filepath.Separator):
		return []string{word}, true, nil
	}
	return nil, false, nil
}

// split cuts a command at blanks; quotes of both kinds keep them, and nothing
// else is special: no shell is behind it.
func split(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inside := false
	quote := rune(0)
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, inside = r, true
		case r == ' ' || r == '\t':
			if inside {
				words = append(words, word.String())
				word.Reset()
				inside = false
			}
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote (%c) is not closed", quote)
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}

// telling picks the word of a command that says most about who plays: the script
// rather than its interpreter, but no text of a program that follows -c or -e.
func telling(command []string) string {
	args := command[1:]
	for _, arg := range args {
		if slices.Contains(scripts, filepath.Ext(arg)) {
			return arg
		}
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

// ShortName makes a name that a .res can hold out of a command, for the time
// before the player has said its own, and for players that never do:
// "./AIHarry.exe" is Harry, "cmd:python3 bot.py" is bot.
func ShortName(command []string) string {
	if len(command) == 0 {
		return "player"
	}
	base := filepath.Base(telling(command))
	if base == "." || base == ".." { // a folder whose name was not typed
		if abs, err := filepath.Abs(telling(command)); err == nil {
			base = filepath.Base(abs)
		}
	}
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if rest, ok := strings.CutPrefix(base, "AI"); ok && rest != "" {
		base = rest
	}
	name := make([]byte, 0, maxName)
	for _, c := range []byte(base) {
		if len(name) < maxName && c > ' ' && c < 0x7f {
			name = append(name, c)
		}
	}
	if len(name) == 0 {
		return "player"
	}
	return string(name)
}
