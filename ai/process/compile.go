package process

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/ai/process/kit"
	"game-tui/sim/lazy"
)

// Compiler makes programs of sources that were typed. It runs compilers in the sandbox of players, with
// limits of their own: they read the toolchain, and copies of the source and of the kit's files.
type Compiler struct {
	Kit    Typed  // the folder of the kit with which C++ and object files are linked; "" for programs of their own
	Budget Budget // of each compiler; the zero value means DefaultBuild
	Retry  bool   // compile again what did not compile before

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

	maxSource = 16 << 20 // bytes of all files that a compiler gets
)

// sourceNames are the files by which a folder is compiled, the first one there.
var sourceNames = []string{"main.cc", "main.cpp", "main.c", "main.go", "player.cc"}

// source is what is to be compiled: all files of the player, and the one that is named.
type source struct {
	main  string
	files map[string][]byte
}

// Command is the command that plays: c itself, unless that is a source, or a folder with nothing else to
// run. Then it is the program that is made of it, or was before: programs are kept, by a hash of all
// that they are made of. said are the compiler's lines, such as warnings. An error may be a *CompileError.
func (b *Compiler) Command(ctx context.Context, c Command) (made Command, said []string, err error) {
	src, err := c.source(b.Kit.String() != "")
	if src == nil || err != nil {
		return c, nil, err
	}
	ending := SourceEnding(src.main)
	if b.Kit.String() == "" && ending == ".o" {
		return c, nil, errors.New("an object file is linked with its kit: type --kit DIR, the folder of the kit")
	}
	if err := checkSource(src.main, src.files[src.main]); err != nil {
		return c, nil, err
	}
	if name := withoutSystem(src.main); name != src.main {
		src.files[name], src.main = src.files[src.main], name
	}
	if err := cmp.Or(b.Budget, DefaultBuild).Check(); err != nil {
		return c, nil, err
	}
	if err := Require.Check(); err != nil {
		return c, nil, fmt.Errorf("sources are compiled in a full sandbox only: %w; where you trust it compile it yourself, and type the program", err)
	}
	job := b.job(src, target)
	job.called = Called(c.argv)
	var kitSaid []string
	switch ending {
	case ".go":
		job.goProgram()
		job.library = b.goLibrary()
	case ".c":
		job.step("gcc", "-O2", "-fno-lto", "-fno-use-linker-plugin", b.Flags, "./"+src.main, "-o", target, "-lm")
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
		c.built = filepath.Join(dir, programName(src.main))
	}
	if err == nil && ending == ".o" && !fits(ctx, c) {
		err = fmt.Errorf("%s was compiled with the kit of another game or year: ask for one that was compiled with the kit in %s", src.main, b.Kit)
	}
	return c, said, err
}

// programName is what the program of a source is called: a plain name.
func programName(main string) string { return ShortName([]string{"./" + main}) + BuiltEnding }

// BuiltEnding is that of names of programs that a Compiler made.
const BuiltEnding = ".exe"

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
		job.files[library] = archive
		for name, text := range k.files {
			if !isCpp(name) {
				job.files[ours+"/"+name] = text
			}
		}
		link = []string{library}
	}
	var extra []string
	for _, name := range slices.Sorted(maps.Keys(b.Extra)) {
		job.files[ours+"/"+name] = b.Extra[name]
		extra = append(extra, ours+"/"+name)
	}
	// No link-time optimisation: GCC would parse intermediate code of object files, and its parser trusts that.
	job.step("g++", std, "-O2", "-fno-lto", "-fno-use-linker-plugin", "-fmax-errors=20", "-I"+ours, b.Flags, "./"+job.main, extra, link, "-o", target)
	return kitSaid, nil
}

// job is a piece of work for compilers.
type job struct {
	*source
	steps   [][]string
	by      *Compiler
	called  string // for people
	shared  bool   // many wait for the same: one of them does it
	lenient bool   // the first step may fail, and the objects of others are those that there are
	result  string // the file that it makes
	tree    bool   // the result is a folder
	library *job   // compiles what the job starts from; if nil, it starts from nothing
	budget  Budget
}

// job returns a job without steps that makes a file of a source.
func (b *Compiler) job(src *source, result string) *job {
	return &job{source: src, by: b, result: result, budget: cmp.Or(b.Budget, DefaultBuild)}
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
	fmt.Fprintf(h, "compiled 1 %s %q %q", tools, j.steps, j.main)
	for _, name := range slices.Sorted(maps.Keys(j.files)) {
		fmt.Fprintf(h, " %q %x", name, sha256.Sum256(j.files[name]))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// precompiled matches the names of precompiled headers, which compilers load without checks.
var precompiled = lazy.Regexp(`\.(gch|pch)(/|$)`)

// source finds what is to be compiled for a command; nil where nothing is. Arguments are for programs
// alone. withKit says that a folder may hold the player of a kit.
func (c Command) source(withKit bool) (*source, error) {
	if len(c.argv) != 1 || !c.opens[0] || isName(c.argv[0]) || c.copied || c.built != "" {
		return nil, nil
	}
	word, err := filepath.Abs(c.argv[0])
	if err != nil {
		return nil, err
	}
	f, err := pin(word)
	if err != nil {
		return nil, nil // that is said where it is run
	}
	defer f.Close()
	src := &source{main: filepath.Base(word), files: map[string][]byte{}}
	switch {
	case !f.info.IsDir():
		if !IsSource(word) {
			return nil, nil
		}
	case isCommon(f.info):
		return nil, nil
	default:
		if src.main, err = mainOf(word, withKit); src.main == "" || err != nil {
			return nil, err
		}
	}
	if err := checkLink(word, f); err != nil {
		return nil, err
	}
	left := int64(maxSource)
	w := walk{visit: func(f *File) error {
		name := f.Name
		if _, below, ok := strings.Cut(name, "/"); ok {
			name = below
		}
		if f.Info.IsDir() || strings.HasPrefix(name, ".") || path.Clean(name) != name || precompiled().MatchString(name) {
			return nil
		}
		var text bytes.Buffer
		n, err := f.Copy(&text, left)
		if left -= n; left < 0 {
			return errLargeSource
		}
		src.files[name] = text.Bytes()
		return err
	}}
	if err := w.of(0, word, f); err != nil {
		return nil, err
	}
	if _, ok := src.files[src.main]; !ok {
		return nil, fmt.Errorf("%s: a name that begins with a dot is none of a source", c.argv[0])
	}
	return src, nil
}

// mainOf finds the file by which a folder is compiled: by its name, or with a kit the only source, AI….cc
// or AI….o. It is "" where a folder is run otherwise, or holds several players perhaps.
func mainOf(folder string, withKit bool) (string, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	if hasEntry(root, ".", entriesHere()) {
		return "", nil
	}
	names, err := namesIn(root.Open("."))
	if err != nil {
		return "", nil // a folder of players, perhaps
	}
	for _, name := range sourceNames {
		if hasEntry(root, ".", []string{name}) {
			return name, nil
		}
	}
	main := ""
	for _, name := range names { // in their order: a .cc comes before the .o that is made of it
		info, err := root.Stat(name)
		switch {
		case err != nil || strings.HasPrefix(name, ".") || kit.Comes(name):
		case info.IsDir() || isScript(name):
			return "", nil
		case !IsSource(name) || main != "" && name == strings.TrimSuffix(main, path.Ext(main))+".o":
		case !withKit || main != "" || !strings.HasPrefix(name, "AI"):
			return "", nil
		default:
			main = name
		}
	}
	return main, nil
}
