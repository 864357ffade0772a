package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim/simtest"
)

const module = "game-tui/"

// views are the packages that draw a screen.
var views = []string{"tui/view/match", "tui/view/match/page", "tui/view/tournament", "tui/view/final"}

// mayImport reports whether a package of the project may import another one. Imports point down, to
// sim, and only cmd knows games and players.
func mayImport(from, to string) bool {
	top, rest, _ := strings.Cut(from, "/")
	game, toGame := isGame(to)
	switch {
	case to == "sim", to == "sim/sanitize", to == "sim/decode", to == "sim/lazy":
		return from != "sim" && from != "sim/sanitize" && from != "sim/decode" && from != "sim/lazy"
	case (from == "cmd/game-tui/internal/serve/source" || from == "cmd/game-tui/internal/analysis") && strings.HasPrefix(to, "ai/process"):
		return false // no programs may start for viewers
	case top == "cmd":
		program, _, _ := strings.Cut(rest, "/")
		return !strings.HasPrefix(to, "cmd/") || strings.HasPrefix(to, "cmd/"+program+"/")
	case strings.HasPrefix(to, "cmd/") || from == "sim" || top == "configs":
		return false
	case top == "sim":
		return mayImportInSim(rest, to)
	case from == "ai":
		return strings.HasPrefix(to, "ai/")
	case to == "sim/res" && (from == "ai/process" || from == "tui/view/match/page"):
		return true // the text form of an order, which programs and people type
	case rest == "process" || strings.HasPrefix(rest, "process/"):
		return mayImportInProcess(from, to)
	case strings.HasPrefix(rest, "examples"):
		return strings.HasPrefix(to, "ai/examples") || to == "ai/process/resolve"
	case top == "ai":
		return toGame && from == "ai/"+game || to == "sim/grid" || to == "ai/paths" || to == "ai/offers"
	case (from == "tui/terminal" || from == "tui/sshd") && slices.Contains(views, to):
		return false // a shell knows programs, not views
	case slices.Contains(views, to) && (slices.Contains(views, from) && to != "tui/view/match/page" || from == "tui/view/lobby"):
		return false // views do not know each other
	case from == "tui/sshd":
		return strings.HasPrefix(to, "tui/") || to == "sim/record"
	case from == "tui/tuitest":
		return strings.HasPrefix(to, "sim/") || to == "tui/cells/screen" || to == "tui/tuitest/screentest"
	case from == "tui/tuitest/screentest":
		return to == "sim/simtest" // no games, so that tests of commands see only the program's own
	case to == "sim/league" || to == "sim/league/playoff" || to == "sim/league/rating" || to == "sim/league/schedule":
		return from == "tui/view/tournament" || from == "tui/view/final" // the values of a tournament; views play nothing
	case top == "tui":
		return strings.HasPrefix(to, "tui/") && !strings.HasPrefix(to, "tui/sshd") || to == "sim/record" || to == "sim/stats" || to == "sim/winchance"
	}
	return false
}

// processLayers lists ai/process and the packages below it. Each may import the later ones.
var processLayers = []string{"ai/process/finder", "ai/process/compile", "ai/process", "ai/process/sandbox", "ai/process/sandbox/launch",
	"ai/process/processtest", "ai/process/resolve", "ai/process/kit/kittest", "ai/process/kit"}

// mayImportInProcess reports whether a package of ai/process may import another one. Launch imports
// no package of the project.
func mayImportInProcess(from, to string) bool {
	at := slices.Index(processLayers, from)
	return at >= 0 && from != "ai/process/sandbox/launch" && slices.Index(processLayers, to) > at
}

func mayImportInSim(name, to string) bool {
	_, toGame := isGame(to)
	switch name {
	case "record", "grid", "fileop":
		return false
	case "winchance", "stats":
		return to == "sim/record"
	case "coach":
		return to == "sim/record" || to == "sim/stats" || to == "sim/winchance" || to == "sim/match"
	case "res", "notes":
		return to == "sim/record"
	case "league/playoff":
		return to == "sim/dice"
	case "league/rating", "league/schedule":
		return to == "sim/league/playoff" || to == "sim/dice"
	case "league/playoff/forecast":
		return to == "sim/league" || to == "sim/league/playoff" || to == "sim/league/rating" || to == "sim/dice"
	case "league":
		return to == "sim/match" || to == "sim/fileop" || to == "sim/league/playoff" || to == "sim/league/rating" || to == "sim/league/schedule"
	case "league/hub":
		return to == "sim/league" || to == "sim/match" || to == "sim/league/playoff" || to == "sim/league/schedule"
	case "match":
		return to == "sim/record" || to == "sim/res"
	case "simtest", "simtest/model":
		return to == "sim/record" || to == "sim/res" || to == "sim/grid"
	case "simtest/fourth":
		return true // adds a game to the lists for tests
	case "simtest/model/players":
		return to == "sim/simtest/model"
	case "game/catalog":
		return to == "sim/res" || toGame
	}
	return strings.HasPrefix(name, "game/") && (to == "sim/res" || to == "sim/grid")
}

// isGame reports whether a package implements the rules of a game.
func isGame(pkg string) (string, bool) {
	name, ok := strings.CutPrefix(pkg, "sim/game/")
	return name, ok && name != "catalog"
}

// standardOnly lists the packages that import only the standard library and the project.
func standardOnly(pkg string) bool {
	return pkg == "sim" || strings.HasPrefix(pkg, "sim/") && pkg != "sim/league/hub"
}

// overNetwork reports whether an import is used to play on many machines. Such imports belong in
// one package and the commands that use it.
func overNetwork(to string) bool {
	return strings.HasPrefix(to, "github.com/nats-io/") || to == module+"sim/league/hub"
}

// downwards lists the packages below the commands. Each may import the later ones.
var downwards = []string{"serve", "serve/relay", "serve/source", "spectate", "contest", "contest/contesttest", "contest/show", "contest/roster", "coach", "report", "contest/qualify", "kitcheck", "play", "analysis",
	"network", "manual", "page", "files", "progress", "cliarg", "buildinfo"}

// upwards reports whether a package below the commands imports an earlier one, or one that parses
// flags.
func upwards(from, to string) bool {
	const root = "cmd/game-tui/internal/"
	at := slices.Index(downwards, strings.TrimPrefix(from, root))
	if at < 0 {
		return strings.HasPrefix(from, root) // the package is missing from the list
	}
	below, ok := strings.CutPrefix(to, module+root)
	return strings.HasPrefix(to, "github.com/spf13/") && from != root+"manual" || ok && slices.Index(downwards, below) <= at
}

// networked lists the packages that play over a network.
var networked = []string{"sim/league/hub", "cmd/game-tui/internal/network", "cmd/game-tui/internal/contest", "cmd/game-tui/internal/serve", "cmd/game-tui/internal/serve/relay"}

// pure reports whether a package must give the same bytes for the same seed: it uses no clock, and
// no generator but sim's.
func pure(pkg string) bool {
	_, game := isGame(pkg)
	return game || pkg == "sim/res" || pkg == "sim/grid" || pkg == "sim/winchance" || pkg == "sim/coach" || pkg == "ai/paths" || pkg == "ai/offers"
}

// impure lists packages with clocks, other generators or seeds, and the state of the machine.
var impure = []string{"time", "math/rand", "math/rand/v2", "crypto/rand", "hash/maphash", "os", "io/fs", "net", "runtime"}

// beyondVisitors lists what the SSH server must not import.
var beyondVisitors = []string{"os", "os/exec", "io/ioutil", "syscall", "plugin", "unsafe",
	"golang.org/x/sys/unix", "golang.org/x/sys/windows"}

// TestNothingReachesIntoThreads checks that no package makes system calls on all threads at once:
// on a busy machine they may wait forever.
func TestNothingReachesIntoThreads(t *testing.T) {
	t.Parallel()
	simtest.NeedsProgram(t, "go")
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.Lines(string(out)) {
		if strings.Contains(pkg, "psx") {
			t.Errorf("it links %s", pkg)
		}
	}
}

// TestImports fails for every import that the rules forbid.
func TestImports(t *testing.T) {
	t.Parallel()
	eachSource(t, func(folder, name string) { checkImports(t, folder, name) })
}

// TestJSONIsDecodedIntoNewValues checks that only package sim/decode calls the decoders of
// encoding/json, which keep old fields of a value that is passed twice.
func TestJSONIsDecodedIntoNewValues(t *testing.T) {
	t.Parallel()
	eachSource(t, func(folder, name string) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Error(err)
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if ok && folder != "sim/decode" && (s.Sel.Name == "Unmarshal" || s.Sel.Name == "NewDecoder") && types.ExprString(s.X) == "json" {
				t.Errorf("%s calls json.%s: call decode.JSON or decode.Strict", name, s.Sel.Name)
			}
			return true
		})
	})
}

// eachSource calls do for every Go file that is no test.
func eachSource(t *testing.T, do func(folder, name string)) {
	t.Helper()
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != root && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "examples" || base == "build" || base == "bin") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files++
		relative, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		do(filepath.ToSlash(relative), name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Errorf("only %d files found", files)
	}
}

func checkImports(t *testing.T, from, name string) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	for _, spec := range file.Imports {
		to, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Error(err)
			continue
		}
		own, inside := strings.CutPrefix(to, module)
		switch {
		case overNetwork(to) && !slices.Contains(networked, from):
			t.Errorf("%s imports %s: only the commands play over a network", from, to)
		case from == "sim/league/hub" && strings.Contains(to, ".") && !overNetwork(to):
			t.Errorf("%s imports %s: only the standard library and NATS are allowed there", from, to)
		case upwards(from, to):
			t.Errorf("%s imports %s: see downwards", from, to)
		case inside && !mayImport(from, own):
			t.Errorf("%s imports %s", from, own)
		case strings.HasPrefix(from, "tui/sshd") && slices.Contains(beyondVisitors, to), from == "cmd/game-tui/internal/serve/source" && to == "os/exec":
			t.Errorf("%s imports %s: nothing that visitors do may touch files or programs", from, to)
		case !inside && strings.Contains(strings.Split(to, "/")[0], ".") && standardOnly(from):
			t.Errorf("%s imports %s: only the standard library is allowed there", from, to)
		case pure(from) && slices.Contains(impure, to):
			t.Errorf("%s imports %s: the same seed would not give the same bytes", from, to)
		}
	}
}
