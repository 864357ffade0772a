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
	"game-tui/sim/sanitize"
)

// CommandPrefix marks a player that is given as a program with arguments.
const CommandPrefix = "cmd:"

// A Typed is a word that the user typed on the command line. Only typed words let a player read
// files. Words from plans, recordings and notes must never become Typed.
type Typed struct{ arg string }

// NewTyped marks a word as typed. Only the code that parses the command line may call it.
func NewTyped(arg string) Typed { return Typed{arg} }

func (t Typed) WithFolder(folder Typed) Typed {
	return Typed{folder.arg + string(filepath.Separator) + t.arg}
}

// WithSuffix returns t with its file name extension replaced by ext.
func (t Typed) WithSuffix(ext string) Typed {
	return Typed{strings.TrimSuffix(t.arg, filepath.Ext(t.arg)) + ext}
}

func (t Typed) String() string { return t.arg }

// A Command is a program with its arguments.
type Command struct {
	argv []string
	// readable marks words that may name files. If the first word is not marked, it must be a
	// program in PATH.
	readable  []bool
	copied    bool   // whether the files are copies made by this program
	builtPath string // compiled program that replaces the first word, or empty
}

// Parse parses a path with a slash, the name of a source file, or "cmd:PROGRAM ARG…". For other
// words ok is false. On Windows it replaces backslashes with slashes, so that tournament files are
// portable.
func Parse(t Typed) (c Command, ok bool, err error) {
	rest, isCommand := strings.CutPrefix(t.arg, CommandPrefix)
	switch {
	case len(t.arg) > sim.MaxCommandWordLen:
		return Command{}, true, fmt.Errorf("player %q is %d bytes long; at most %d are allowed", sanitize.Truncate(t.arg, 40), len(t.arg), sim.MaxCommandWordLen)
	case isCommand:
		words, err := split(rest)
		if err == nil && len(words) == 0 {
			err = errors.New(CommandPrefix + " needs a program")
		}
		if err != nil {
			return Command{}, true, fmt.Errorf("player %q: %w", t.arg, err)
		}
		words[0] = filepath.ToSlash(words[0])
		return typedCommand(words...), true, nil
	case isBareName(t.arg) && IsSource(t.arg):
		return typedCommand("./" + t.arg), true, nil
	case !isBareName(t.arg):
		return typedCommand(filepath.ToSlash(t.arg)), true, nil
	}
	return Command{}, false, nil
}

func isBareName(word string) bool { return !strings.ContainsAny(word, "/"+string(filepath.Separator)) }

func typedCommand(words ...string) Command {
	return Command{argv: words, readable: slices.Repeat([]bool{true}, len(words))}
}

// NewUntrusted returns a command whose words cannot name files. The first word must be a program in
// PATH.
func NewUntrusted(args []string) Command {
	return Command{argv: args, readable: make([]bool, len(args))}
}

// WithFiles returns c with the word at each index in files replaced by the path of a copy. Other
// arguments can no longer name files.
func (c Command) WithFiles(files map[int]string) Command {
	with := NewUntrusted(slices.Clone(c.argv))
	if len(c.readable) > 0 && c.readable[0] {
		with.readable[0] = true
	}
	with.copied = true
	for i, path := range files {
		with.argv[i], with.readable[i] = path, true
	}
	return with
}

// WithArgs returns c with additional arguments, which cannot name files.
func (c Command) WithArgs(args ...string) Command {
	c.argv, c.readable = slices.Concat(c.argv, args), slices.Concat(c.readable, make([]bool, len(args)))
	return c
}

func (c Command) WithBuiltPath(program string) Command {
	c.builtPath = program
	return c
}

// BuiltPath returns the path of the compiled program, or an empty string.
func (c Command) BuiltPath() string { return c.builtPath }

// IsCopy reports whether the command was created by WithFiles.
func (c Command) IsCopy() bool { return c.copied }

func (c Command) Words() []string { return slices.Clone(c.argv) }

func (c Command) path() string { return cmp.Or(c.builtPath, c.argv[0]) }

// Contents returns the players in a folder that is not a player itself. skipped lists hidden files
// and documents.
func (c Command) Contents() (players []Command, skipped []string, err error) {
	if !c.readable[0] {
		return nil, nil, fmt.Errorf("%s was not given on this command line, so it is not read", c.argv[0])
	}
	names, err := readNames(os.Open(c.argv[0]))
	for _, name := range names {
		path := strings.TrimRight(c.argv[0], "/") + "/" + name
		if isIgnored(name) || isDocument(path) {
			skipped = append(skipped, name)
		} else {
			players = append(players, typedCommand(path))
		}
	}
	return players, skipped, err
}

// Format is the inverse of Parse.
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

// split returns the words of a command. Quotes may enclose spaces; there are no escape characters.
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
		return nil, fmt.Errorf("quote (%c) is not closed", quote)
	}
	if inside {
		words = append(words, string(word))
	}
	return words, nil
}

// DisplayName returns the name of a command's script or program without folder and extension, such
// as Harry for "./AIHarry.exe" or bot for "cmd:python3 bot.py".
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

// ShortName returns the display name as printable ASCII, short enough for a recording.
func ShortName(command []string) string {
	if len(command) == 0 {
		return "player"
	}
	return sanitize.ASCIIName(DisplayName(command), sim.MaxNameLen)
}

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
