// Package examples embeds small working players in Python, C++ and Go, which use the game-tui
// protocol. [Write] writes one to a folder.
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

// Languages lists the languages of the examples. Write also accepts aliases.
var Languages = []string{"python", "go", "c++"}

type file struct {
	src, dst string
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

// exampleFor returns the files of an example, the command that builds it, if any, the argument that
// selects the player on the command line, and the file to edit.
func exampleFor(language, game string) (exampleFiles []file, buildCommand, playerArg, editFile string) {
	switch language {
	case "python":
		return []file{
			{src: "python/" + game + ".py", dst: "bot.py"},
			{src: "python/protocol.py", dst: "protocol.py"},
		}, "", "./", "bot.py"
	case "go":
		return []file{
			{src: "go/" + game + "/main.go", dst: "main.go"},
			{src: "go/protocol/protocol.go", dst: "protocol/protocol.go"},
			{dst: "go.mod", text: "module player\n\ngo 1.22\n"},
		}, "go build -o player .", "./player", "main.go"
	}
	return []file{
		{src: "cpp/" + game + ".cc", dst: "player.cc"},
		{src: "cpp/protocol.hh", dst: "protocol.hh"},
		{dst: "Makefile", text: makefile},
	}, "make", "./player", "player.cc"
}

var languageAliases = map[string]string{"cpp": "c++", "C++": "c++", "py": "python", "Python": "python", "golang": "go", "Go": "go"}

// Write writes an example player to a folder and returns the commands that build and run it. It
// creates the folder and never overwrites files.
func Write(language string, game sim.Game, dir string) (commands []string, err error) {
	language = cmp.Or(languageAliases[language], language)
	if !slices.Contains(Languages, language) {
		return nil, fmt.Errorf("language %q: expected one of %s", language, strings.Join(Languages, ", "))
	}
	exampleFiles, buildCommand, playerArg, editFile := exampleFor(language, game.Name())
	if _, err := fs.Stat(files, exampleFiles[0].src); err != nil {
		return nil, fmt.Errorf("%s has no example player in %s; write ai/examples/%s", game.Title(), language, exampleFiles[0].src)
	}
	if buildCommand != "" {
		commands = append(commands, buildCommand)
	}
	commands = append(commands, fmt.Sprintf("game-tui %s --game %s", playerArg, game.Name()))
	about := strings.NewReplacer("GAME", game.Title(), "RULES", "game-tui rules "+game.Name(), "FILE", editFile,
		"COMMANDS", "    "+strings.Join(commands, "\n    ")).Replace(readme)
	exampleFiles = append(exampleFiles, file{dst: "README.md", text: about}, file{dst: "PROTOCOL.md", text: process.Protocol})
	for _, f := range exampleFiles {
		if _, err := os.Lstat(filepath.Join(dir, f.dst)); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s already exists; choose a new folder", filepath.Join(dir, f.dst))
		}
	}
	_, missing := os.Lstat(dir)
	for i, f := range exampleFiles {
		if err := f.write(dir, playerName(dir)); err != nil {
			removeFiles(dir, exampleFiles[:i+1], missing != nil)
			return nil, err
		}
	}
	return append([]string{"cd " + sanitize.ShellQuote(dir)}, commands...), nil
}

func removeFiles(dir string, written []file, removeDir bool) {
	for _, f := range written {
		to := filepath.Join(dir, filepath.FromSlash(f.dst))
		os.Remove(to)
		if sub := filepath.Dir(to); sub != filepath.Clean(dir) {
			os.Remove(sub) // has no effect unless the folder is empty
		}
	}
	if removeDir {
		os.Remove(dir)
	}
}

func (f file) write(dir, botName string) error {
	text := f.text
	if f.src != "" {
		b, err := files.ReadFile(f.src)
		if err != nil {
			return err
		}
		text = strings.NewReplacer(protocolImport, "player/protocol", walker, botName).Replace(string(b))
	}
	to := filepath.Join(dir, filepath.FromSlash(f.dst))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, []byte(text), 0o644)
}
