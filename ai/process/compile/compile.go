// Package compile compiles players from source, in C++, C and Go.
//
//	compiler := &compile.Compiler{Kit: kit}
//	command, warnings, err := compiler.Compile(ctx, command)
//
// Compilers run in a sandbox with a budget, on copies of the source and the kit. Programs are
// cached under a hash of all their inputs.
package compile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/ai/process"
	"game-tui/ai/process/kit"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/sim/lazy"
	"game-tui/sim/sanitize"
)

// A Compiler compiles players. The zero value compiles players that need no kit.
type Compiler struct {
	Kit    resolve.Typed  // folder of the kit for C++ and object files, or empty
	Budget sandbox.Budget // limits of each compilation; defaults to DefaultBuildBudget
	Retry  bool           // recompile sources that failed before

	// OnCompile, if not nil, is called before each compilation. It returns a function to call
	// afterwards, and must be safe for concurrent use.
	OnCompile func(name string) (done func())

	Flags      []string          // extra compiler arguments for C and C++ players
	KitFlags   []string          // extra compiler arguments for the kit
	ExtraFiles map[string][]byte // extra C++ files to compile with the player, by name
}

// Paths in the build folder. Compilers get the player's file names with a "./" prefix.
const (
	internalDir = ".game-tui" // folder for files that are not the player's
	target      = internalDir + "/player"
	kitArchive  = internalDir + "/kit.a"
	kitHeaders  = internalDir + "/kit" // copies of the kit's headers
)

// Compile compiles c if it names a source. It returns a command that runs the result, and compiler
// warnings. Other commands are returned unchanged. If compilation fails, the error wraps an
// [*Error].
func (b *Compiler) Compile(ctx context.Context, c resolve.Command) (built resolve.Command, output []string, err error) {
	src, err := c.Source(b.hasKit())
	if src == nil || err != nil {
		return c, nil, err
	}
	if err := b.check(src); err != nil {
		return c, nil, err
	}
	if name := resolve.WithoutPlatform(src.Main); name != src.Main {
		src.Files[name], src.Main = src.Files[src.Main], name
	}
	job := b.newJob(resolve.DisplayName(c.Words()), src, target)
	isObject := resolve.SourceExt(src.Main) == ".o"
	var kitOutput []string
	switch resolve.SourceExt(src.Main) {
	case ".go":
		job.addGoStep()
		job.goLibrary = b.goLibraryJob()
	case ".c":
		job.addStep([]string{"gcc", "-O2", "-fno-lto", "-fno-use-linker-plugin"}, b.Flags, []string{"./" + src.Main, "-o", target, "-lm"})
	default:
		kitOutput, err = b.addCppStep(ctx, job)
	}
	if err != nil {
		return c, nil, err
	}
	dir, output, err := job.run(ctx)
	if failed, ok := errors.AsType[*Error](err); ok {
		failed.Hint = cmp.Or(b.hint(strings.Join(failed.Output, "\n"), isObject, kitOutput), failed.Hint)
		for i, line := range failed.Output {
			failed.Output[i] = strings.ReplaceAll(line, kitHeaders+"/", sanitize.Line(filepath.Clean(b.Kit.String()))+"/")
		}
	}
	if err != nil {
		return c, nil, err
	}
	c = c.WithBuiltPath(filepath.Join(dir, programName(src.Main)))
	if isObject && !process.FitsKit(ctx, c) {
		err = fmt.Errorf("%s was compiled with the kit for another game or year; ask for one compiled with the kit in %s", src.Main, b.Kit)
	}
	return c, output, err
}

func (b *Compiler) hasKit() bool { return b.Kit.String() != "" }

func (b *Compiler) budget() sandbox.Budget { return cmp.Or(b.Budget, sandbox.DefaultBuildBudget) }

func (b *Compiler) check(src *resolve.Source) error {
	if !b.hasKit() && resolve.SourceExt(src.Main) == ".o" {
		return errors.New("an object file must be linked with its kit; add --kit DIR, the kit's folder")
	}
	if err := resolve.CheckSource(src.Main, src.Files[src.Main]); err != nil {
		return err
	}
	if err := b.budget().Check(); err != nil {
		return err
	}
	if err := sandbox.Require.Check(); err != nil {
		return fmt.Errorf("sources are compiled only in a full sandbox: %w; if you trust this source, compile it yourself and name the program", err)
	}
	return nil
}

func (b *Compiler) hint(output string, isObject bool, kitOutput []string) string {
	undefined := strings.Contains(output, "undefined reference")
	fault := slices.IndexFunc(kitOutput, isFault)
	switch {
	case !b.hasKit() && strings.Contains(output, "Player.hh"):
		return "; this source was written for a kit; add --kit DIR, the kit's folder"
	case undefined && fault >= 0:
		return "; in the kit: " + kitOutput[fault]
	case undefined && isObject:
		return "; was it compiled with the kit for another game or year?"
	}
	return ""
}

const ProgramExt = ".exe"

func programName(main string) string { return resolve.ShortName([]string{"./" + main}) + ProgramExt }

// addCppStep adds to job the step that compiles or links a C++ player. It returns the compiler
// output for the kit.
func (b *Compiler) addCppStep(ctx context.Context, job *job) (kitOutput []string, err error) {
	std := defaultStd
	var link []string
	if b.hasKit() {
		k, err := b.readKit()
		if err != nil {
			return nil, err
		}
		std = k.std
		if job.Files[kitArchive], kitOutput, err = b.buildKitArchive(ctx, k); err != nil {
			return nil, err
		}
		for name, text := range k.files {
			if !isCpp(name) {
				job.Files[kitHeaders+"/"+name] = text
			}
		}
		link = []string{kitArchive}
	}
	var extra []string
	for _, name := range slices.Sorted(maps.Keys(b.ExtraFiles)) {
		job.Files[internalDir+"/"+name] = b.ExtraFiles[name]
		extra = append(extra, internalDir+"/"+name)
	}
	// No link-time optimisation, which does not validate the intermediate code in untrusted object
	// files.
	flags := []string{"-O2", "-fno-lto", "-fno-use-linker-plugin", "-fmax-errors=20", "-I" + kitHeaders}
	job.addStep([]string{"g++", std}, flags, b.Flags, []string{"-o", target, "./" + job.Main}, extra, link)
	return kitOutput, nil
}

type kitFiles struct {
	files map[string][]byte
	std   string
}

const defaultStd = "-std=gnu++17"

// stdPattern matches the C++ standard in a kit's Makefile, which is never executed.
var stdPattern = lazy.Regexp(`-std=(?:c|gnu)\+\+[0-9a-z]{2}\b`)

func isCpp(name string) bool { return path.Ext(name) == ".cc" || path.Ext(name) == ".cpp" }

// CheckKit returns an error if b.Kit is set but is not a readable kit.
func (b *Compiler) CheckKit() (err error) {
	if b.hasKit() {
		_, err = b.readKit()
	}
	return err
}

// readKit reads the kit's files, except players, and adds the adapter.
func (b *Compiler) readKit() (*kitFiles, error) {
	root, err := os.OpenRoot(b.Kit.String())
	if err != nil {
		return nil, fmt.Errorf("--kit %s: %w", b.Kit, errors.Unwrap(err))
	}
	defer root.Close()
	if _, err := root.Stat("Player.hh"); err != nil {
		return nil, fmt.Errorf("--kit %s is not a game kit's folder; it has no Player.hh", b.Kit)
	}
	list, err := fs.ReadDir(root.FS(), ".")
	k, left := &kitFiles{map[string][]byte{}, defaultStd}, int64(resolve.MaxSourceSize)
	for _, entry := range list {
		name := entry.Name()
		isPart := isCpp(name) && !strings.HasPrefix(name, "AI") || slices.Contains([]string{".hh", ".h", ".hpp"}, path.Ext(name))
		info, wrong := root.Stat(name)
		if !isPart && name != "Makefile" || wrong != nil || !info.Mode().IsRegular() {
			continue
		}
		if left -= info.Size(); left < 0 {
			return nil, fmt.Errorf("--kit %s: %w", b.Kit, resolve.ErrLargeSource)
		}
		text, wrong := root.ReadFile(name)
		err = errors.Join(err, wrong)
		if isPart {
			k.files[name] = text
		} else if std := stdPattern().Find(text); std != nil {
			k.std = string(std)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("--kit %s: %w", b.Kit, err)
	}
	for _, name := range kit.FileNames {
		k.files[name] = kit.Adapter(name)
	}
	return k, nil
}

// buildKitArchive compiles the kit into an archive. The adapter comes first, because its main must
// replace the kit's. Files that do not compile are skipped.
func (b *Compiler) buildKitArchive(ctx context.Context, k *kitFiles) (archive []byte, output []string, err error) {
	sources := []string{"./SecMain.cc", "./SecGame.cc"}
	for _, name := range slices.Sorted(maps.Keys(k.files)) {
		if isCpp(name) && !slices.Contains(sources, "./"+name) {
			sources = append(sources, "./"+name)
		}
	}
	objects := slices.Clone(sources)
	for i, name := range sources {
		objects[i] = strings.TrimSuffix(name, path.Ext(name)) + ".o"
	}
	job := b.newJob("the kit", &resolve.Source{Main: "kit.cc", Files: k.files}, "kit.a")
	job.lenient = true
	job.addStep([]string{"g++", k.std, "-O2", "-fmax-errors=20"}, b.KitFlags, []string{"-c"}, sources)
	job.addStep([]string{"ar", "rcsD", "kit.a"}, objects)
	dir, output, err := job.run(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("the kit: %w", err)
	}
	archive, err = os.ReadFile(filepath.Join(dir, programName("kit.cc")))
	return archive, output, err
}
