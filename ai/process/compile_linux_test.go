package process

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"game-tui/ai/process/kit/kittest"
)

// walled skips a test where nothing is compiled.
func walled(t *testing.T) {
	t.Helper()
	kittest.Compiler(t)
	if err := Require.Check(); err != nil {
		t.Skip("skipped: ", err)
	}
}

// put writes a file of a test.
func put(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCompile: a kit's player plays, typed as its source, its object file, or its folder.
func TestCompile(t *testing.T) {
	t.Parallel()
	walled(t)
	dir := t.TempDir()
	folder := kittest.Folder(t, dir, "thepurge")
	put(t, folder, "scratch.cc", "int main() { this is no C++ }")
	kittest.Copy(t, "kit/testdata/demo/thepurge/AIDemo.cc", filepath.Join(dir, "AIAnna.cc"))
	put(t, dir, "anna/x", "")
	kittest.Copy(t, "kit/testdata/demo/thepurge/AIDemo.cc", filepath.Join(dir, "anna", "AIAnna.cc"))
	b := &Compiler{Kit: AsTyped(folder)}
	for _, word := range []string{"AIAnna.cc", "anna"} {
		c, said, err := b.Command(context.Background(), opening(filepath.Join(dir, word)))
		if err != nil {
			t.Fatal(err, said)
		}
		version, players, err := Describe(context.Background(), Spec{Command: c, Sandbox: Require})
		if err != nil || version != "ThePurge 1.0" {
			t.Errorf("%s: %q %q %v", word, version, players, err)
		}
	}
}

// TestHostileSources: what a source asks for of this disk is in no program and in no line, and what it
// would do for ever, or to all of the memory, ends.
func TestHostileSources(t *testing.T) {
	t.Parallel()
	walled(t)
	const secret = "tHe_sEcReT"
	outside := put(t, t.TempDir(), "secret", secret+"\n")
	for name, text := range map[string]string{
		"include.cc":    "#include \"@\"\nint main() {}",
		"has.cc":        "#if __has_include(\"@\")\n#include \"@\"\n#endif\nint main() {}",
		"incbin.cc":     "asm(\".incbin \\\"@\\\"\");\nint main() {}",
		"asminclude.cc": "asm(\".include \\\"@\\\"\");\nint main() {}",
		"dependency.cc": "#pragma GCC dependency \"@\"\nint main() {}",
		"script.o":      "INPUT(@)",
		"output.o":      "OUTPUT(/tmp/pwned)",
		"copy.o":        "@",
		"-specs=@.cc":   "int main() {}",
		"@include.cc":   "int main() {}",
		"self.cc":       "#include __FILE__\n#include __FILE__\nint x = y;",
		"line.cc":       "#line 1 \"\\x1b]0;title\\x07\"\nint x = \"\x1b[2J\";",
		"macros.cc":     "#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\nint main() { return B(B(B(1+))) 1; }",
		"constexpr.cc":  "constexpr int f(int n) { int s = 0; for (;;) s = s * 3 % 7 + n; return s; }\nstatic_assert(f(1) == 3, \"\");\nint main() {}",
		"templates.cc":  "template <int N, int M> struct T { static const int v = T<N-1, M>::v + T<N-1, M+N*1000>::v; };\ntemplate <int M> struct T<0, M> { static const int v = M; };\nint main() { return T<25, 0>::v; }",
		"array.cc":      "char a[1ul << 31] = {1};\nint main() {}",
		"rept.cc":       "asm(\".rept 2000000000\\n.quad 1\\n.endr\");\nint main() {}",
		"fill.cc":       "asm(\".fill 2000000000,8,1\");\nint main() {}",
		"embed.go":      "package main\n\nimport _ \"embed\"\n\n//go:embed @\nvar s string\n\nfunc main() { println(s) }\n",
	} {
		if f := os.Getenv("ONLY"); f != "" && f != name {
			continue
		}
		name = strings.ReplaceAll(name, "specs=@", "specs=x")
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			path := put(t, t.TempDir(), name, strings.ReplaceAll(text, "@", outside))
			folder := kittest.Folder(t, t.TempDir(), "thepurge")
			b := &Compiler{}
			if filepath.Ext(name) == ".o" {
				b.Kit = AsTyped(folder)
			}
			c, said, err := b.Command(t.Context(), opening(path))
			t.Logf("%v %d lines, %v", time.Since(begin), len(said), err)
			if text := strings.Join(said, "\n"); strings.Contains(text, secret) || strings.Contains(text, "\x1b") || len(text) > 20<<10 {
				t.Errorf("the compiler said %q", text)
			}
			if err == nil {
				if text, err := os.ReadFile(c.built); err != nil || strings.Contains(string(text), secret) {
					t.Errorf("the secret is in the program: %v", err)
				}
			}
		})
	}
}
