package launch

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"game-tui/sim/simtest"
)

// TestPlanIsParsedAsWritten checks that a plan survives encoding, whatever names it contains.
func TestPlanIsParsedAsWritten(t *testing.T) {
	t.Parallel()
	want := &Plan{Path: "/a b/=c\n", Argv: []string{"", "x=y", "\xff"}, Dir: "/proc/self/fd/3", CPU: 1, Memory: 1 << 40, AddressSpace: 2, Stack: 3, FileSize: 4,
		Processes: 5, UseLandlock: true, File: "/f", Readable: []string{"/r", "/s"}, Libraries: []string{"/l", "/m"}, UseSeccomp: true,
		Role: Valgrind, Executable: []string{"/x"}, MultiThreaded: true}
	for i := range reflect.TypeFor[Plan]().NumField() {
		if reflect.ValueOf(*want).Field(i).IsZero() {
			t.Errorf("the test does not set %s", reflect.TypeFor[Plan]().Field(i).Name)
		}
	}
	args := want.Arguments()
	if got, err := parsePlan(args[2:]); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	for _, wrong := range []string{"", "CPU", "CPU=x", "CPU=-1", "UseLandlock=2", "Role=256", "other=1", planEnd} {
		if got, err := parsePlan([]string{wrong, planEnd}); err == nil {
			t.Errorf("%q: got %+v, want an error", wrong, got)
		}
	}
	for n := 2; n < len(args); n++ {
		if got, err := parsePlan(args[2:n]); err == nil {
			t.Errorf("cut off after %q: got %+v, want an error", args[n-1], got)
		}
	}
}

// TestImportsNothingThatIsInitializedLate checks the imports of this package. Packages that are
// initialized before the launcher slow down each start of a player.
func TestImportsNothingThatIsInitializedLate(t *testing.T) {
	t.Parallel()
	simtest.NeedsProgram(t, "go")
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.Lines(string(out)) {
		if pkg = strings.TrimSpace(pkg); slices.Contains([]string{"os", "fmt", "log", "context", "encoding/json", "debug/elf"}, pkg) {
			t.Errorf("the launcher imports %s, or a package that does: see the comment of the package", pkg)
		}
	}
}

// FuzzProgram parses programs, which the launcher does outside the sandbox.
func FuzzProgram(f *testing.F) {
	for _, name := range []string{"/proc/self/exe", "/bin/true"} {
		if text, err := os.ReadFile(name); err == nil {
			f.Add(text[:min(len(text), 8192)])
			if len(text) < 1<<20 {
				f.Add(text)
			}
		}
	}
	f.Add([]byte("\x7fELF"))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := loaderOf(bytes.NewReader(text), int64(len(text)))
		if len(got) >= maxLoaderPath {
			t.Errorf("the name of a loader has %d bytes, want less than %d", len(got), maxLoaderPath)
		}
		if want, ok := loaderByLibrary(text); ok && err == nil && got != want {
			t.Errorf("got the loader %q, want %q", got, want)
		}
	})
}

// loaderByLibrary returns the loader found by debug/elf. It returns false if the file is invalid.
func loaderByLibrary(text []byte) (path string, ok bool) {
	file, err := elf.NewFile(bytes.NewReader(text))
	if err != nil {
		return "", false
	}
	for _, prog := range file.Progs {
		if prog.Type != elf.PT_INTERP {
			continue
		}
		b := make([]byte, min(prog.Filesz, maxLoaderPath))
		if _, err := prog.ReadAt(b, 0); err != nil {
			return "", false
		}
		path = strings.TrimRight(string(b), "\x00")
	}
	return path, true
}
