package finder

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"game-tui/ai/process/sandbox"

	"game-tui/ai/process/kit/kittest"
	"game-tui/sim/sanitize"
)

// program compiles a source in C++ with debug information.
func program(t testing.TB, text string, flags ...string) string {
	t.Helper()
	kittest.Compiler(t)
	dir := t.TempDir()
	source := filepath.Join(dir, "AIMine.cc")
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("g++", append(append([]string{"-w"}, flags...), "AIMine.cc", "-o", "mine")...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "mine")
}

const variables = `#include <cstdlib>
int turns;
const int fixed = 3;
struct Mine { static int seen; };
int Mine::seen = 2;
int main() { static int calls; return rand() + turns + fixed + Mine::seen + calls++; }
`

func TestNamesOfABinary(t *testing.T) {
	t.Parallel()
	file := program(t, variables, "-g", "-O0")
	object := program(t, variables, "-c")
	for _, c := range []struct {
		file string
		args []string
		want []string
	}{
		{file, []string{askImports, "rand", "time"}, []string{"rand"}},
		{file, []string{askVariables, "AIMine.cc"}, []string{"AIMine.cc:2: turns", "AIMine.cc:4: seen", "AIMine.cc:6: calls"}},
		{object, []string{askSymbols, ""}, []string{"main::calls", "turns", "Mine::seen"}},
	} {
		got, err := sandbox.Inspect(t.Context(), c.file, c.args...)
		slices.Sort(got)
		slices.Sort(c.want)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q (%v), want %q", c.args, got, err, c.want)
		}
	}
}

// selfTypedef is debug information in which a type is a typedef of itself.
const selfTypedef = `asm(R"(
.section .debug_abbrev,"",@progbits
.uleb128 1; .uleb128 0x11; .byte 1; .byte 0; .byte 0
.uleb128 2; .uleb128 0x34; .byte 0; .uleb128 2; .uleb128 0x18; .uleb128 0x49; .uleb128 0x13; .byte 0; .byte 0
.uleb128 3; .uleb128 0x16; .byte 0; .uleb128 0x49; .uleb128 0x13; .byte 0; .byte 0
.byte 0
.section .debug_info,"",@progbits
unit: .long last - first
first: .value 4
.long 0
.byte 8
.uleb128 1
.uleb128 2; .uleb128 9; .byte 3; .quad 0; .long type - unit
type: .uleb128 3; .long type - unit
.byte 0
last:
.text
)");
int main() {}
`

// manyFolders is debug information in which a table of lines has 2^33 folders, of nothing.
const manyFolders = `asm(R"(
.section .debug_abbrev,"",@progbits
.uleb128 1; .uleb128 0x11; .byte 0; .uleb128 0x10; .uleb128 0x17; .byte 0; .byte 0
.byte 0
.section .debug_info,"",@progbits
.long last - first
first: .value 4
.long 0
.byte 8
.uleb128 1; .long 0
last:
.section .debug_line,"",@progbits
.long end - begin
begin: .value 5
.byte 8, 0
.long end - header
header: .byte 1, 1, 1, -5, 14, 1
.byte 0; .uleb128 0x200000000
end:
.text
)");
int main() {}
`

// TestCraftedDebugInformationHarmsNobody: the process that parses it may end, but this one gets no names.
func TestCraftedDebugInformationHarmsNobody(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"a typedef of itself":  program(t, selfTypedef),
		"2^33 folders":         program(t, manyFolders),
		"a compressed section": program(t, variables, "-g", "-gz=zlib"),
	} {
		got, err := sandbox.Inspect(t.Context(), file, askVariables, "AIMine.cc")
		t.Logf("%s: %q, %v", name, got, err)
		if len(got) > 0 {
			t.Errorf("%s: got %q, want no names", name, got)
		}
	}
}

// FuzzBinary has files read as a search does. Whatever they hold, this process goes on and gets a few short names.
func FuzzBinary(f *testing.F) {
	self, err := os.ReadFile("/proc/self/exe")
	if err == nil {
		f.Add(self[:min(len(self), 4096)])
	}
	if _, err := exec.LookPath("g++"); err == nil {
		for _, flags := range [][]string{{"-g", "-O0"}, {"-c"}} {
			if text, err := os.ReadFile(program(f, variables, flags...)); err == nil {
				f.Add(text)
			}
		}
	}
	f.Add([]byte("\x7fELF"))
	if err := sandbox.Require.Check(); err != nil {
		f.Skip("skipped: ", err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := filepath.Join(t.TempDir(), "mine")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{askImports, "rand"}, {askSymbols, ""}, {askVariables, "AIMine.cc"}} {
			names, _ := sandbox.Inspect(t.Context(), file, args...)
			if len(names) > maxLines {
				t.Errorf("%s: got %d names, want at most %d", args[0], len(names), maxLines)
			}
			for _, name := range names {
				if len(name) > 200 || sanitize.Line(name) != name {
					t.Errorf("%s: got %q, want a short name that prints", args[0], name)
				}
			}
		}
	})
}
