package resolve

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/clean"
)

// CommandPrefix is what the word of a seat begins with when it is a command.
const CommandPrefix = "cmd:"

// Typed is a word that the user has typed here and now. Nothing else lets a player read
// anything: words of plans, records, notes and folders are no Typed, and none can be made of them.
type Typed struct{ word string }

// AsTyped takes a word of the command line. It is called where that is read, and nowhere else.
func AsTyped(word string) Typed { return Typed{word} }

// In is the word in a folder that was typed as well.
func (t Typed) In(folder Typed) Typed {
	return Typed{folder.word + string(filepath.Separator) + t.word}
}

// WithSuffix is the file beside the one of the word whose name has another ending.
func (t Typed) WithSuffix(ending string) Typed {
	return Typed{strings.TrimSuffix(t.word, filepath.Ext(t.word)) + ending}
}

// String is the word.
func (t Typed) String() string { return t.word }

// Command is a program with its arguments.
type Command struct {
	argv []string
	// opens says of each word that it is a path, and that the player may read what it leads to.
	// The others are text, and a program's name in PATH in the first place.
	readable []bool
	// copied says that the files are this program's own: once they could be run, they always can.
	copied bool
	// built is the program that was compiled of the first word, a source; "" for all others.
	built string
}

// Parse reads the word of a seat: a path of a program, which contains a slash, a source,
// or "cmd:PROGRAM ARG…". ok is false when the word is neither, and so a name. Backslashes in
// the path of a program become slashes on Windows, so that records are the same on all systems.
func Parse(t Typed) (c Command, ok bool, err error) {
	rest, isCommand := strings.CutPrefix(t.word, CommandPrefix)
	switch {
	case len(t.word) > sim.MaxWord:
		return Command{}, true, fmt.Errorf("player %q: a word has at most %d bytes, this has %d", clean.Short(t.word, 40), sim.MaxWord, len(t.word))
	case isCommand:
		words, err := split(rest)
		if err == nil && len(words) == 0 {
			err = errors.New("it names no program")
		}
		if err != nil {
			return Command{}, true, fmt.Errorf("player %q: %w", t.word, err)
		}
		words[0] = filepath.ToSlash(words[0])
		return typedCommand(words...), true, nil
	case isBareName(t.word) && IsSource(t.word):
		t.word = "./" + t.word
		fallthrough
	case !isBareName(t.word):
		return typedCommand(filepath.ToSlash(t.word)), true, nil
	}
	return Command{}, false, nil
}

// opening is a command whose words open what they lead to.
func typedCommand(words ...string) Command {
	return Command{argv: words, readable: slices.Repeat([]bool{true}, len(words))}
}

// Untrusted is a command of words that others have chosen, which open nothing: the first is
// the name of a program in PATH, and the rest is text.
func Untrusted(words []string) Command {
	return Command{argv: words, readable: make([]bool, len(words))}
}

// WithFiles is the command with files of this program's own, by their paths, in the place of
// words. The other arguments are text, whoever has chosen them.
func (c Command) WithFiles(files map[int]string) Command {
	with := Untrusted(slices.Clone(c.argv))
	if len(c.readable) > 0 && c.readable[0] {
		with.readable[0] = true
	}
	with.copied = true
	for i, path := range files {
		with.argv[i], with.readable[i] = path, true
	}
	return with
}

// Contents returns the players of a folder that is no player itself: what lies in it, each by its path alone. It also returns
// the names of files that are clearly no players, such as documents.
func (c Command) Contents() (list []Command, skipped []string, err error) {
	if !c.readable[0] {
		return nil, nil, fmt.Errorf("%s was not typed: nobody looks into it", c.argv[0])
	}
	names, err := readNames(os.Open(c.argv[0]))
	for _, name := range names {
		path := strings.TrimRight(c.argv[0], "/") + "/" + name
		if isIgnored(name) || isDocument(path) {
			skipped = append(skipped, name)
		} else {
			list = append(list, typedCommand(path))
		}
	}
	return list, skipped, err
}

// Built is the file that was compiled of a source; "" for other commands.
func (c Command) Built() string { return c.built }

// WithBuilt returns the command that runs a program, which was compiled of its source.
func (c Command) WithBuilt(program string) Command {
	c.built = program
	return c
}

// IsCopy reports whether the command runs copies of files that this program made.
func (c Command) IsCopy() bool { return c.copied }

// path is what the first word leads to.
func (c Command) path() string { return cmp.Or(c.built, c.argv[0]) }

// WithArgs is the command with more arguments, which are text.
func (c Command) WithArgs(args ...string) Command {
	c.argv, c.readable = slices.Concat(c.argv, args), slices.Concat(c.readable, make([]bool, len(args)))
	return c
}

// Words are the program and its arguments.
func (c Command) Words() []string { return slices.Clone(c.argv) }

// Format is the word that Parse reads as a command of these words.
func Format(words []string) string {
	if len(words) == 1 && !isBareName(words[0]) && !strings.HasPrefix(words[0], CommandPrefix) && !strings.HasPrefix(words[0], "-") {
		return words[0]
	}
	parts := make([]string, len(words))
	for i, word := range words {
		switch {
		case word != "" && !strings.ContainsAny(word, " \t'\""):
			parts[i] = word
		case !strings.Contains(word, `"`):
			parts[i] = `"` + word + `"`
		case !strings.Contains(word, `'`):
			parts[i] = `'` + word + `'`
		default:
			parts[i] = `"` + strings.ReplaceAll(word, `"`, `"'"'"`) + `"`
		}
	}
	return CommandPrefix + strings.Join(parts, " ")
}

// split cuts a command at blanks; quotes of both kinds keep them, and nothing
// else is special: no shell is behind it.
func split(text string) ([]string, error) {
	var words []string
	var word []byte
	inside := false
	quote := byte(0)
	for _, c := range []byte(text) {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word = append(word, c)
		case c == '"' || c == '\'':
			quote, inside = c, true
		case c == ' ' || c == '\t':
			if inside {
				words = append(words, string(word))
				word, inside = word[:0], false
			}
		default:
			word = append(word, c)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote (%c) is not closed", quote)
	}
	if inside {
		words = append(words, string(word))
	}
	return words, nil
}

// playerWord picks the word of a command that says most about who plays: the script
// rather than its interpreter, but no text of a program that follows -c or -e.
func playerWord(command []string) string {
	args := command[1:]
	for _, arg := range args {
		if isScript(arg) {
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

// DisplayName is what a command is called, whole: the last part of the word that says most about who
// plays, without the ending of a program. "./AIHarry.exe" is Harry, "cmd:python3 bot.py" is bot, the
// folder "J. Puig" is that.
func DisplayName(command []string) string {
	base := filepath.Base(playerWord(command))
	if base == "." || base == ".." { // a folder whose name was not typed
		if abs, err := filepath.Abs(playerWord(command)); err == nil {
			base = filepath.Base(abs)
		}
	}
	base = WithoutPlatform(base)
	if ext := filepath.Ext(base); isScript(base) || slices.Contains(programExtensions, ext) || slices.Contains(sourceExtensions, ext) {
		base = strings.TrimSuffix(base, ext)
	}
	if rest, ok := strings.CutPrefix(base, "AI"); ok && rest != "" {
		base = rest
	}
	return base
}

// Endings of programs that are compiled, and of what these are compiled from.
var (
	programExtensions = []string{".exe", ".out", ".bin", ".o"}
	sourceExtensions  = []string{".cc", ".c", ".cpp", ".go"}
)

// ShortName makes a name that a .res can hold out of a command, for the time
// before the player has said its own, and for players that never do.
func ShortName(command []string) string {
	if len(command) == 0 {
		return "player"
	}
	return clean.Letters(DisplayName(command), sim.MaxName)
}
