package compile

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/ai/process"
	"game-tui/ai/process/processtest"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/configs"

	"game-tui/ai/process/kit/kittest"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
	"game-tui/sim/simtest"
)

// needSandbox skips the test if players cannot be compiled.
func needSandbox(t *testing.T) {
	t.Helper()
	kittest.RequireCompiler(t)
	if err := sandbox.Require.Check(); err != nil {
		t.Skip("skipped: ", err)
	}
}

// kitFolder returns the folder of a kit in which one file does not compile.
func kitFolder(t *testing.T) string {
	folder := kittest.CreateKit(t, t.TempDir(), "thepurge")
	processtest.WriteFile(t, folder, "scratch.cc", "int main() { this is no C++ }")
	return folder
}

// unoptimised returns a compiler without optimisation, which is faster.
func unoptimised(kit resolve.Typed) *Compiler {
	return &Compiler{Kit: kit, Flags: []string{"-O0"}, KitFlags: []string{"-O0"}}
}

// TestPlayersCompileFromSourceObjectAndFolder also compiles a C player, which has no kit.
func TestPlayersCompileFromSourceObjectAndFolder(t *testing.T) {
	t.Parallel()
	needSandbox(t)
	dir := t.TempDir()
	folder := kitFolder(t)
	processtest.WriteFile(t, dir, "anna/notes.txt", "")
	for _, path := range []string{dir + "/AIAnna.cc", dir + "/anna/AIAnna.cc", folder + "/AIAnna.cc"} {
		kittest.CopyFile(t, "../kit/testdata/demo/thepurge/AIDemo.cc", path)
	}
	object := exec.Command("g++", "-std=c++11", "-c", "AIAnna.cc", "-o", dir+"/AIObject.o")
	object.Dir = folder
	if out, err := object.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	processtest.WriteFile(t, dir, "own.c", "#include <stdio.h>\nint main() { puts(\"about 1 16\\nThePurge 1.0\\nOwn\"); return getchar(); }")
	for _, word := range []string{"AIAnna.cc", "anna", "AIObject.o", "own.c"} {
		c, said, err := unoptimised(resolve.NewTyped(folder)).Compile(t.Context(), processtest.Command(filepath.Join(dir, word)))
		if err != nil {
			t.Fatalf("%s: %v\n%q", word, err, said)
		}
		if version, _, err := process.Describe(t.Context(), process.Spec{Command: c, Sandbox: sandbox.Require}); err != nil || version != "ThePurge 1.0" {
			t.Errorf("%s: got version %q (%v), want ThePurge 1.0", word, version, err)
		}
	}

	other := resolve.NewTyped(kittest.CreateKit(t, t.TempDir(), "moneyheist"))
	_, _, err := unoptimised(other).Compile(t.Context(), processtest.Command(dir+"/AIObject.o"))
	if want := "AIObject.o was compiled with the kit for another game or year"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("an object file of another kit: got %v, want %q", err, want)
	}

	text, err := os.ReadFile(dir + "/AIAnna.cc")
	if err != nil {
		t.Fatal(err)
	}
	processtest.WriteFile(t, dir, "AILong.cc", strings.Replace(string(text), "#define PLAYER_NAME Demo", "#define PLAYER_NAME Abcdefghijklm", 1))
	c, _, err := unoptimised(resolve.NewTyped(folder)).Compile(t.Context(), processtest.Command(dir+"/AILong.cc"))
	if err != nil {
		t.Fatal(err)
	}
	p := process.New(process.Spec{Command: c, Limits: simtest.Limits(t)})
	defer p.Close()
	settings, _, err := thepurge.Game.ReadSettings([]byte(configs.Default("thepurge")))
	if err != nil {
		t.Fatal(err)
	}
	game := sim.StartInfo{Game: thepurge.Game, Settings: settings}
	if _, out := p.Start(t.Context(), game); out == nil || !strings.Contains(out.Detail, "PLAYER_NAME has 13 characters; kit and judge take 12") {
		t.Errorf("a name of 13 characters: got %v, want that the kit takes 12", out)
	}
}

// TestHostileSourcesReadNothingAndEnd checks that programs and messages do not contain other files,
// and that compilers cannot run forever or use all memory.
func TestHostileSourcesReadNothingAndEnd(t *testing.T) {
	t.Parallel()
	needSandbox(t)
	const secret = "tHe_sEcReT"
	kit := resolve.NewTyped(kitFolder(t))
	outside := processtest.WriteFile(t, t.TempDir(), "secret", secret+"\n")
	for name, text := range map[string]string{
		"include.cc":    "#include \"@\"\nint main() {}",
		"has.cc":        "#if __has_include(\"@\")\n#include \"@\"\n#endif\nint main() {}",
		"incbin.cc":     "asm(\".incbin \\\"@\\\"\");\nint main() {}",
		"asminclude.cc": "asm(\".include \\\"@\\\"\");\nint main() {}",
		"dependency.cc": "#pragma GCC dependency \"@\"\nint main() {}",
		"script.o":      "INPUT(@)",
		"output.o":      "OUTPUT(@)",
		"copy.o":        "@",
		"-specs=x.cc":   "int main() {}",
		"@include.cc":   "int main() {}",
		"stderr.cc":     "#include \"/proc/self/fd/2\"\nint main() {}", // open for writing only
		"stdout.cc":     "asm(\".incbin \\\"/proc/self/fd/1\\\"\");\nint main() {}",
		"self.cc":       "#include __FILE__\n#include __FILE__\nint x = y;",
		"line.cc":       "#line 1 \"\\x1b]0;title\\x07\"\nint x = \"\x1b[2J\";",
		"macros.cc":     "#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\nint main() { return B(B(B(1+))) 1; }",
		"templates.cc":  "template <int N, int M> struct T { static const int v = T<N-1, M>::v + T<N-1, M+N*1000>::v; };\ntemplate <int M> struct T<0, M> { static const int v = M; };\nint main() { return T<25, 0>::v; }",
		"array.cc":      "char a[1ul << 31] = {1};\nint main() {}",
		"rept.cc":       "asm(\".rept 2000000000\\n.quad 1\\n.endr\");\nint main() {}",
		"fill.cc":       "asm(\".fill 2000000000,8,1\");\nint main() {}",
		"embed.go":      "package main\n\nimport _ \"embed\"\n\n//go:embed @\nvar s string\n\nfunc main() { println(s) }\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := processtest.WriteFile(t, t.TempDir(), name, strings.ReplaceAll(text, "@", outside))
			b := &Compiler{}
			if filepath.Ext(name) == ".o" {
				b.Kit = kit
			}
			c, said, err := b.Compile(t.Context(), processtest.Command(path))
			if text := strings.Join(said, "\n"); strings.Contains(text, secret) || strings.Contains(text, "\x1b") || len(text) > 20<<10 {
				t.Errorf("got the output %q, want at most 20 KiB without the secret and escapes", text)
			}
			var wrong *Error
			switch {
			case err == nil:
				if text, err := os.ReadFile(c.BuiltPath()); err != nil || strings.Contains(string(text), secret) {
					t.Errorf("got a program with the secret, or none (%v)", err)
				}
			case filepath.Ext(name) == ".o" && strings.Contains(err.Error(), name+" is not an object file"):
			case !errors.As(err, &wrong) || strings.Contains(err.Error(), "\n"):
				t.Errorf("got %v, want an *Error of one line", err)
			case slices.ContainsFunc(wrong.Output, func(s string) bool { return strings.Contains(s, sandbox.DefaultBuildBudget.Wall.String()) }):
				t.Errorf("got %v, want an end before the time limit", err)
			}
			if text, err := os.ReadFile(outside); err != nil || string(text) != secret+"\n" {
				t.Errorf("got the secret %q (%v), want it unchanged", text, err)
			}
		})
	}
}

// TestCompilersStartNoProgramsAndWriteNowhereElse tries all kinds of compiler arguments.
func TestCompilersStartNoProgramsAndWriteNowhereElse(t *testing.T) {
	t.Parallel()
	needSandbox(t)
	box, outside := t.TempDir(), t.TempDir()
	processtest.WriteFile(t, box, "x.c", "int main() { return 0; }")
	processtest.WriteFile(t, box, "out", "")
	if err := os.Mkdir(filepath.Join(box, internalDir), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"as", "cc1", "ld"} {
		if err := os.WriteFile(filepath.Join(box, name), []byte("#!/bin/sh\necho ran > "+box+"/out\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(box)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, args := range []string{"-wrapper /bin/true", "-B./", "-o " + outside + "/x", "-dumpdir " + outside + "/ -save-temps"} {
		if execute(t.Context(), sandbox.DefaultBuildBudget, root, strings.Fields("gcc x.c "+args), &process.Log{}) == nil {
			t.Errorf("gcc %s: got no error, want one", args)
		}
	}
	if text, _ := os.ReadFile(filepath.Join(box, "out")); len(text) > 0 {
		t.Errorf("got %q from a program in the sandbox, want that none runs", text)
	}
	if list, _ := os.ReadDir(outside); len(list) > 0 {
		t.Errorf("got %v outside the sandbox, want nothing", list)
	}
}

func TestFilesThatAreNoSourcesAreRefusedWithAdvice(t *testing.T) {
	t.Parallel()
	needSandbox(t)
	folder := kitFolder(t)
	kittest.CopyFile(t, "../kit/testdata/demo/thepurge/AIDemo.cc", filepath.Join(folder, "AIDemo.cc"))
	processtest.WriteFile(t, folder, "linked.cc", "int f() { return 0; }")
	for _, args := range []string{"-c AIDemo.cc -o AIDemo.o", "linked.cc -o linked.o -shared -fPIC"} {
		cmd := exec.Command("g++", append(strings.Fields(args), "-std=c++11", "-w")...)
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	text := func(name string) string {
		b, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	object, linked := text("AIDemo.o"), text("linked.o")
	const notObject = " is not an object file for this system; use one made on Linux, such as the kit's AIDummy.o.Linux64"
	for name, c := range map[string]struct{ text, want string }{
		"AIMac.o":           {"\xcf\xfa\xed\xfe\x0c\x00\x00\x01", "AIMac.o" + notObject},
		"AIDummy.o.MacOS":   {"\xcf\xfa\xed\xfe\x0c\x00\x00\x01", "AIDummy.o.MacOS" + notObject},
		"AILinked.o":        {linked, "AILinked.o" + notObject},
		"AIText.o":          {"hello\n", "AIText.o" + notObject},
		"AIObject.cc":       {object, "AIObject.cc is a binary file, not a source file"},
		"AIEmpty.cc":        {" \n", "AIEmpty.cc is empty"},
		"AIEmpty.o":         {"", "AIEmpty.o is empty"},
		"AIWide.cc":         {"\xff\xfe#\x00i\x00", "AIWide.cc is UTF-16 text; save it as UTF-8"},
		"AIDummy.o.Linux64": {object, ""},
	} {
		t.Run(name, func(t *testing.T) {
			made, _, err := unoptimised(resolve.NewTyped(folder)).Compile(t.Context(), processtest.Command(processtest.WriteFile(t, t.TempDir(), name, c.text)))
			switch {
			case c.want == "" && err != nil:
				t.Errorf("got %v, want a program", err)
			case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
				t.Errorf("got %v, want %q", err, c.want)
			case c.want == "" && filepath.Base(made.BuiltPath()) != "Dummy.exe":
				t.Errorf("got the program %s, want Dummy.exe", made.BuiltPath())
			}
		})
	}
}

func TestOnlyHeadersOfAKitAreRenamed(t *testing.T) {
	t.Parallel()
	needSandbox(t)
	kit := t.TempDir()
	processtest.WriteFile(t, kit, "Player.hh", "wrong\n")
	path := processtest.WriteFile(t, t.TempDir(), "AIMine.cc", "#include \"Player.hh\"\n")
	b := &Compiler{Kit: resolve.NewTyped(kit + "/"), ExtraFiles: map[string][]byte{"fill.cc": []byte("bad\n")}}
	_, _, err := b.Compile(t.Context(), processtest.Command(path))
	failed, ok := errors.AsType[*Error](err)
	if !ok {
		t.Fatalf("got %v, want an error of the compiler", err)
	}
	for _, want := range []string{kit + "/Player.hh:1:1: error", ".game-tui/fill.cc:1:1: error"} {
		if output := strings.Join(failed.Output, "\n"); !strings.Contains(output, want) {
			t.Errorf("got %q, want %q", output, want)
		}
	}
}
