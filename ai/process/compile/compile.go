package compile

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/ai/process"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
)

// Compiler makes programs of sources that were typed. It runs compilers in the sandbox of players, with
// limits of their own: they read the toolchain, and copies of the source and of the kit's files.
type Compiler struct {
	Kit    resolve.Typed  // the folder of the kit with which C++ and object files are linked; "" for programs of their own
	Budget sandbox.Budget // of each compiler; the zero value means DefaultBuild
	Retry  bool           // compile again what did not compile before

	// Work, if not nil, is called when something is being compiled, with its name. It returns a function that is called
	// when that is done. Both may be called by several goroutines.
	Work func(name string) (done func())

	Flags    []string          // more arguments of the compiler of C and C++, for the player's own file
	KitFlags []string          // more, for the kit's files
	Extra    map[string][]byte // more files to be compiled and linked with a player in C++, by names without a slash
}

// work calls b.Work.
func (b *Compiler) work(name string) (done func()) {
	if b.Work == nil {
		return func() {}
	}
	return b.Work(name)
}

// The rules: how a file is compiled, by its ending. Words of players' files, names included, are none of
// the arguments but for the file itself, behind "./".
const (
	ours    = ".game-tui" // the folder of what is not the player's
	target  = ours + "/player"
	library = ours + "/kit.a"
)

// Command is the command that plays: c itself, unless that is a source, or a folder with nothing else to
// run. Then it is the program that is made of it, or was before: programs are kept, by a hash of all
// that they are made of. said are the compiler's lines, such as warnings. An error may be a *CompileError.
func (b *Compiler) Command(ctx context.Context, c resolve.Command) (made resolve.Command, said []string, err error) {
	src, err := c.Source(b.Kit.String() != "")
	if src == nil || err != nil {
		return c, nil, err
	}
	ending := resolve.SourceExt(src.Main)
	if b.Kit.String() == "" && ending == ".o" {
		return c, nil, errors.New("an object file is linked with its kit: type --kit DIR, the folder of the kit")
	}
	if err := resolve.CheckSource(src.Main, src.Files[src.Main]); err != nil {
		return c, nil, err
	}
	if name := resolve.WithoutPlatform(src.Main); name != src.Main {
		src.Files[name], src.Main = src.Files[src.Main], name
	}
	if err := cmp.Or(b.Budget, sandbox.DefaultBuild).Check(); err != nil {
		return c, nil, err
	}
	if err := sandbox.Require.Check(); err != nil {
		return c, nil, fmt.Errorf("sources are compiled in a full sandbox only: %w; where you trust it compile it yourself, and type the program", err)
	}
	job := b.job(src, target)
	job.called = resolve.DisplayName(c.Words())
	var kitSaid []string
	switch ending {
	case ".go":
		job.goProgram()
		job.library = b.goLibrary()
	case ".c":
		job.step("gcc", "-O2", "-fno-lto", "-fno-use-linker-plugin", b.Flags, "./"+src.Main, "-o", target, "-lm")
	default:
		kitSaid, err = b.cpp(ctx, job)
	}
	if err != nil {
		return c, nil, err
	}
	dir, said, err := job.run(ctx)
	b.nameHeaders(job, said)
	if wrong, ok := errors.AsType[*CompileError](err); ok {
		b.nameHeaders(job, wrong.Said)
		fault := slices.IndexFunc(kitSaid, isFault)
		switch text := strings.Join(said, "\n"); {
		case b.Kit.String() == "" && strings.Contains(text, "Player.hh"):
			wrong.Hint = "; it is a player of a kit: type --kit DIR, the folder of the kit"
		case fault >= 0 && strings.Contains(text, "undefined reference"):
			wrong.Hint = "; of the kit: " + kitSaid[fault]
		case ending == ".o" && strings.Contains(text, "undefined reference"):
			wrong.Hint = "; was it compiled with the kit of another game or year?"
		}
	}
	if err == nil {
		c = c.WithBuilt(filepath.Join(dir, programName(src.Main)))
	}
	if err == nil && ending == ".o" && !process.FitsKit(ctx, c) {
		err = fmt.Errorf("%s was compiled with the kit of another game or year: ask for one that was compiled with the kit in %s", src.Main, b.Kit)
	}
	return c, said, err
}

// programName is what the program of a source is called: a plain name.
func programName(main string) string { return resolve.ShortName([]string{"./" + main}) + BuiltExt }

// BuiltExt is that of names of programs that a Compiler made.
const BuiltExt = ".exe"

// cpp compiles or links a player in C++, with the kit if there is one, of which kitSaid are the lines.
func (b *Compiler) cpp(ctx context.Context, job *job) (kitSaid []string, err error) {
	std := "-std=gnu++17"
	var link []string
	if b.Kit.String() != "" {
		k, err := b.readKit()
		if err != nil {
			return nil, err
		}
		std = k.std
		archive, lines, err := b.archive(ctx, k)
		if err != nil {
			return nil, err
		}
		kitSaid = lines
		job.Files[library] = archive
		for name, text := range k.files {
			if !isCpp(name) {
				job.Files[ours+"/"+name] = text
			}
		}
		link = []string{library}
	}
	var extra []string
	for _, name := range slices.Sorted(maps.Keys(b.Extra)) {
		job.Files[ours+"/"+name] = b.Extra[name]
		extra = append(extra, ours+"/"+name)
	}
	// No link-time optimisation: GCC would parse intermediate code of object files, and its parser trusts that.
	job.step("g++", std, "-O2", "-fno-lto", "-fno-use-linker-plugin", "-fmax-errors=20", "-I"+ours, b.Flags, "./"+job.Main, extra, link, "-o", target)
	return kitSaid, nil
}

// job is a piece of work for compilers.
type job struct {
	*resolve.Source
	steps   [][]string
	by      *Compiler
	called  string // for people
	shared  bool   // many wait for the same: one of them does it
	lenient bool   // the first step may fail, and the objects of others are those that there are
	result  string // the file that it makes
	tree    bool   // the result is a folder
	library *job   // compiles what the job starts from; if nil, it starts from nothing
	budget  sandbox.Budget
}

// job returns a job without steps that makes a file of a source.
func (b *Compiler) job(src *resolve.Source, result string) *job {
	return &job{Source: src, by: b, result: result, budget: cmp.Or(b.Budget, sandbox.DefaultBuild)}
}

// step adds a step: a tool and its arguments, each a string or several.
func (j *job) step(words ...any) {
	var argv []string
	for _, w := range words {
		switch w := w.(type) {
		case string:
			argv = append(argv, w)
		case []string:
			argv = append(argv, w...)
		}
	}
	j.steps = append(j.steps, argv)
}

// sum identifies what a job makes, by all that it depends on. tools are the programs that it runs.
func (j *job) sum(tools []tool) string {
	h := sha256.New()
	fmt.Fprintf(h, "compiled 1 %s %q %q", tools, j.steps, j.Main)
	for _, name := range slices.Sorted(maps.Keys(j.Files)) {
		fmt.Fprintf(h, " %q %x", name, sha256.Sum256(j.Files[name]))
	}
	return hex.EncodeToString(h.Sum(nil))
}
