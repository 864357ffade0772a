package main

import (
	"archive/zip"
	"context"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"game-tui/ai"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
	"game-tui/sim/simtest/model"
	orchard "game-tui/sim/simtest/model/players"
	"game-tui/tui/terminal"
	"game-tui/tui/ui"
	view "game-tui/tui/view/match"
)

func TestMain(m *testing.M) {
	testscript.Main(cleaning{m}, map[string]func(){
		"game-tui-panics":   mainPanics,
		"game-tui-measured": mainMeasured,
		"orchard":           mainOrchard,
		"nats-node":         mainNode,
		"unzip":             mainUnzip,
		"no-landlock":       mainNoLandlock,
	})
}

// buildDir is the folder of the program that the tests build.
var buildDir string

// cleaning runs the tests and removes the program they built.
type cleaning struct{ m *testing.M }

func (c cleaning) Run() int {
	dir, err := os.MkdirTemp("", "game-tui")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	buildDir = dir
	// Most tests wait for other processes. An explicit -parallel overrides this.
	_ = flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0)))
	return c.m.Run()
}

// mainUnzip implements the part of unzip that pages need: -q -d FOLDER ARCHIVE.
func mainUnzip() {
	archive, err := zip.OpenReader(os.Args[4])
	if err == nil {
		err = os.CopyFS(os.Args[3], archive)
	}
	if err != nil {
		panic(err)
	}
}

// mainOrchard is the program with one more game, sim/simtest/model.
func mainOrchard() {
	g := model.Game
	catalog.Add(g)
	ai.Register(g.Name(), orchard.Players, orchard.LineUp)
	configs.Add(g.Name(), model.Config)
	main()
}

// mainPanics is a spectator that panics after some rounds.
func mainPanics() {
	f := play.Request{Seed: new(int32(30)), Limits: sim.DefaultLimits}
	ctx := context.Background()
	config, spec, err := f.ConfigAndSpec(ctx)
	if err != nil {
		panic(err)
	}
	line, err := f.SeatPlayers(ctx, config.Game, &spec, asTyped("Null", "Null", "Null", "Null"))
	if err != nil {
		panic(err)
	}
	_, rec, err := match.Play(ctx, config.Game, spec, play.PlayersFunc(&line)(), match.Options{})
	if err != nil {
		panic(err)
	}
	broken := record.New(*rec.Meta(), rec.State(0))
	for k := range 40 {
		broken.Append(rec.Turn(k), rec.State(k+1))
	}
	broken.Append(rec.Turn(40), fault{rec.State(41)})
	err = terminal.Run(ctx, terminal.Options{View: view.NewMatch(broken).Open(ui.OpenOptions{Paused: true})})
	os.Exit(printError(ctx, os.Stderr, err))
}

// mostMemory is the most memory that the program may use to open anything, in kB.
const mostMemory = 300_000

// mainMeasured is the program. At its end it prints its peak memory, on systems that know it.
func mainMeasured() {
	code := execute(context.Background(), os.Args[1:])
	status, _ := os.ReadFile("/proc/self/status")
	os.Stderr.Write(peakLine.Find(status))
	os.Exit(code)
}

var peakLine = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// fault is a state that panics when it is drawn.
type fault struct{ sim.State }

func (fault) FillFrame(*sim.Frame) { panic("a fault in the spectator") }

// built builds the program as users do but without the commit, so that its version is that of this
// test process.
var built = sync.OnceValues(func() (string, error) {
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", buildDir, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as in make build and releases
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return filepath.Join(buildDir, "game-tui"), err
})

// programKey is the environment variable with the path of a program built by make windows-check.
const programKey = "GAME_TUI_PROGRAM"

// program returns the path of the program.
func program(t testing.TB) string {
	t.Helper()
	if name := os.Getenv(programKey); name != "" {
		return name
	}
	if testing.Short() {
		t.Skip("a program of its own: a race detector sees nothing of it")
	}
	simtest.NeedsProgram(t, "go")
	name, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestScripts(t *testing.T) {
	t.Parallel()
	dir, scripts, files := "", "", []string{"testdata/script/orchard.txtar"} // runs as this test binary
	if !testing.Short() || os.Getenv(programKey) != "" {
		dir, scripts, files = filepath.Dir(program(t)), "testdata/script", nil
	}
	kept, err := filepath.Abs(filepath.Join("testdata", "kept"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", dir+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("PORT", freePorts(t, 1)[0])
			env.Setenv("AppData", "/no-home") // HOME on other systems
			env.Setenv("KEPT", kept)
			env.Setenv("CONFIGS", filepath.Join(kept, "../../../../configs"))
			env.Setenv("KITS", filepath.Join(kept, "../../../../ai/process/kit/testdata"))
			return nil
		},
		Dir:   scripts,
		Files: files,
		Condition: func(cond string) (bool, error) {
			return sandbox.Require.Check() == nil, nil // "walls" is the only condition
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": exitCode,
			"cut":  cutFile,
			"sums": makeSums,
		},
	})
}

// exitCode implements "exit CODE COMMAND ARG…", which checks the exit code of a command.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit code command [arg...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if e, ok := err.(interface{ ExitCode() int }); ok {
		code = e.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// cutFile implements "cut FILE BYTES NEW", which copies the beginning of a file.
func cutFile(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	n := 0
	if _, err := fmt.Sscan(args[1], &n); err != nil || n > len(text) {
		ts.Fatalf("cut %s of %d bytes", args[1], len(text))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text[:n]), 0o666))
}

// makeSums implements "sums FILE", which corrects the checksums of an edited tournament file.
func makeSums(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(withSums(ts.ReadFile(args[0]))), 0o666))
}

// withSums returns the text of a tournament file with correct checksums.
func withSums(text string) string {
	const sum = `,"sum":"`
	var b strings.Builder
	for line := range strings.Lines(text) {
		rest, _, _ := strings.Cut(line, sum)
		fmt.Fprintf(&b, "%s%s%08x\"}\n", rest, sum, crc32.Checksum([]byte(rest), crc32.MakeTable(crc32.Castagnoli)))
	}
	return b.String()
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func writeFile(t testing.TB, path string, text []byte, mode os.FileMode) {
	t.Helper()
	// A process forked meanwhile would keep a program open for writing, which then cannot be started.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, text, mode); err != nil {
		t.Fatal(err)
	}
}
