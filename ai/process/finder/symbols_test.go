package finder

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"game-tui/ai/process/kit/kittest"
	"game-tui/ai/process/processtest"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
)

// program compiles a C++ source with debug information.
func program(t *testing.T, text string, flags ...string) string {
	t.Helper()
	kittest.RequireCompiler(t)
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

// searchOf returns a search for a source or an object file that was compiled to a program.
func searchOf(file, program string) *search {
	plain := variant{Command: processtest.Command(program).WithBuiltPath(program)}
	return &search{Player: Player{File: resolve.NewTyped(file)}, isSource: filepath.Ext(file) == ".cc", plain: plain}
}

func TestNamesOfABinary(t *testing.T) {
	t.Parallel()
	needInspect(t)
	file := program(t, variables, "-g", "-O0")
	if got := searchOf("AIMine.cc", file).imports(t.Context(), "rand", "time"); !slices.Equal(got, []string{"rand"}) {
		t.Errorf("got the imports %q, want rand", got)
	}
	for name, c := range map[string]struct {
		s    *search
		want []string
	}{
		"source": {searchOf("AIMine.cc", file), []string{"AIMine.cc:2: turns", "AIMine.cc:5: Mine::seen", "AIMine.cc:6: main::calls"}},
		"object": {searchOf(program(t, variables, "-c"), file), []string{"Mine::seen", "main::calls", "turns"}},
	} {
		got := c.s.staticVariables(t.Context())
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// selfTypedef is debug information with a typedef of itself.
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

// manyFolders is debug information with a line table of 2^33 empty folder names.
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

// TestCraftedDebugInformationHarmsNobody checks that hostile debug information can only crash the
// process that parses it.
func TestCraftedDebugInformationHarmsNobody(t *testing.T) {
	t.Parallel()
	needInspect(t)
	for name, text := range map[string]string{"a typedef of itself": selfTypedef, "2^33 folders": manyFolders} {
		if got := searchOf("AIMine.cc", program(t, text)).staticVariables(t.Context()); len(got) > 0 {
			t.Errorf("%s: got %q, want no names", name, got)
		}
	}
}

// needInspect skips the test if this system has no sandbox for sandbox.Inspect.
func needInspect(t *testing.T) {
	t.Helper()
	if err := sandbox.Require.Check(); err != nil {
		t.Skip("skipped: ", err)
	}
}
