// Package examples embeds small working players in Python, C++ and Go, which use the game-tui
// protocol. [New] writes one to a folder.
package examples

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/ai/process"
	"game-tui/ai/process/resolve"
	"game-tui/sim"
	"game-tui/sim/sanitize"
)

//go:embed python/*.py cpp/*.cc cpp/*.hh go/protocol/*.go go/*/main.go
var files embed.FS

//go:embed readme.md
var readme string

// Languages lists the languages of the examples. New also accepts aliases.
var Languages = []string{"python", "go", "c++"}

type file struct {
	from, to string
	text     string // contents of the file if it is not embedded
}

// protocolImport is replaced by player/protocol, the import path in the generated module.
const protocolImport = "game-tui/ai/examples/go/protocol"

const walker = "Walker"

// playerName derives a player's name from its folder, so that names differ.
func playerName(dir string) string {
	name := resolve.ShortName([]string{dir})
	if strings.ContainsAny(name, `"\`) { // would need escaping in the string literal
		return walker
	}
	return name
}

const makefile = `CXXFLAGS ?= -std=c++11 -O2 -Wall

player: player.cc protocol.hh
	$(CXX) $(CXXFLAGS) player.cc -o player
`

// list returns the files of an example, the command that builds it, if any, the argument that
// selects the player on the command line, and the file to edit.
func list(language, game string) (all []file, build, seat, change string) {
	switch language {
	case "python":
		return []file{
			{from: "python/" + game + ".py", to: "bot.py"},
			{from: "python/protocol.py", to: "protocol.py"},
		}, "", "./", "bot.py"
	case "go":
		return []file{
			{from: "go/" + game + "/main.go", to: "main.go"},
			{from: "go/protocol/protocol.go", to: "protocol/protocol.go"},
			{to: "go.mod", text: "module player\n\ngo 1.22\n"},
		}, "go build -o player .", "./player", "main.go"
	}
	return []file{
		{from: "cpp/" + game + ".cc", to: "player.cc"},
		{from: "cpp/protocol.hh", to: "protocol.hh"},
		{to: "Makefile", text: makefile},
	}, "make", "./player", "player.cc"
}

var languageAliases = map[string]string{"cpp": "c++", "C++": "c++", "py": "python", "Python": "python", "golang": "go", "Go": "go"}

// New writes an example player to a folder and returns the commands that build and run it. It
// creates the folder and never overwrites files.
func New(language string, game sim.Game, dir string) (commands []string, err error) {
	language = cmp.Or(languageAliases[language], language)
	if !slices.Contains(Languages, language) {
		return nil, fmt.Errorf("language %q: expected one of %s", language, strings.Join(Languages, ", "))
	}
	all, build, seat, change := list(language, game.Name())
	if _, err := fs.Stat(files, all[0].from); err != nil {
		return nil, fmt.Errorf("%s has no example player in %s: write ai/examples/%s", game.Title(), language, all[0].from)
	}
	if build != "" {
		commands = append(commands, build)
	}
	commands = append(commands, fmt.Sprintf("game-tui %s --game %s", seat, game.Name()))
	about := strings.NewReplacer("GAME", game.Title(), "RULES", "game-tui rules "+game.Name(), "FILE", change,
		"COMMANDS", "    "+strings.Join(commands, "\n    ")).Replace(readme)
	all = append(all, file{to: "README.md", text: about}, file{to: "PROTOCOL.md", text: process.Protocol})
	for _, f := range all {
		if _, err := os.Lstat(filepath.Join(dir, f.to)); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s already exists; choose a new folder", filepath.Join(dir, f.to))
		}
	}
	_, missing := os.Lstat(dir)
	for i, f := range all {
		if err := f.write(dir, playerName(dir)); err != nil {
			removeFiles(dir, all[:i+1], missing != nil)
			return nil, err
		}
	}
	return append([]string{"cd " + sanitize.ShellQuote(dir)}, commands...), nil
}

func removeFiles(dir string, written []file, folder bool) {
	for _, f := range written {
		to := filepath.Join(dir, filepath.FromSlash(f.to))
		os.Remove(to)
		if sub := filepath.Dir(to); sub != filepath.Clean(dir) {
			os.Remove(sub) // has no effect unless the folder is empty
		}
	}
	if folder {
		os.Remove(dir)
	}
}

func (f file) write(dir, name string) error {
	text := f.text
	if f.from != "" {
		b, err := files.ReadFile(f.from)
		if err != nil {
			return err
		}
		text = strings.NewReplacer(protocolImport, "player/protocol", walker, name).Replace(string(b))
	}
	to := filepath.Join(dir, filepath.FromSlash(f.to))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, []byte(text), 0o644)
}
