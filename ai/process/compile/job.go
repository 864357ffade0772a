package compile

import (
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
	"sync"

	"game-tui/ai/process"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/ai/process/sandbox/launch"
	"game-tui/sim/lazy"
)

type job struct {
	*resolve.Source
	title     string
	steps     [][]string // tools with their arguments
	result    string     // path of the file or folder to keep
	compiler  *Compiler
	lenient   bool // whether the first step may fail
	goLibrary *job // job that compiles the Go standard library, or nil
}

func (b *Compiler) newJob(title string, src *resolve.Source, result string) *job {
	return &job{title: title, Source: src, compiler: b, result: result}
}

func (j *job) addStep(words ...[]string) { j.steps = append(j.steps, slices.Concat(words...)) }

func (j *job) toolIDs() (list []string, err error) {
	for _, argv := range j.steps {
		path, err := resolve.LookPath(argv[0])
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		list = append(list, fmt.Sprint(path, info.Size(), info.ModTime().UnixNano()))
	}
	return list, nil
}

func (j *job) sum(tools []string) string {
	h := sha256.New()
	fmt.Fprintf(h, "compiled 1 %q %q %q", tools, j.steps, j.Main)
	for _, name := range slices.Sorted(maps.Keys(j.Files)) {
		fmt.Fprintf(h, " %q %x", name, sha256.Sum256(j.Files[name]))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// buildLocks maps the hash of each job to a *sync.Mutex, so that identical jobs run only once.
var buildLocks sync.Map

// run returns the program's folder and the compiler output, from the store if possible. If Retry is
// set, it ignores stored errors.
func (j *job) run(ctx context.Context) (dir string, output []string, err error) {
	store, err := openStore()
	if err != nil {
		return "", nil, err
	}
	tools, err := j.toolIDs()
	if err != nil {
		return "", nil, err
	}
	name := j.sum(tools)
	mu, _ := buildLocks.LoadOrStore(name, new(sync.Mutex))
	mu.(*sync.Mutex).Lock()
	defer mu.(*sync.Mutex).Unlock()
	if dir, output, ok := store.find(name); ok {
		return dir, output, nil
	}
	if _, output, ok := store.find(failedPrefix + name); ok && !j.compiler.Retry {
		return "", nil, &Error{Output: output, Cached: true}
	}
	if j.compiler.OnCompile != nil {
		defer j.compiler.OnCompile(j.title)()
	}
	dir, output, err = store.put(name, func(dir string) ([]string, error) {
		return j.build(ctx, filepath.Join(dir, programName(j.Main)))
	})
	if failed, ok := errors.AsType[*Error](err); ok && failed.isPermanent() {
		store.keepFailure(name, failed)
	}
	return dir, output, err
}

// build runs the steps in a new folder and renames the result to the given path.
func (j *job) build(ctx context.Context, dst string) (output []string, err error) {
	dir, err := os.MkdirTemp(filepath.Dir(dst), "build-")
	if err != nil {
		return nil, err
	}
	defer sandbox.RemoveTree(dir)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if err := j.writeFiles(root); err != nil {
		return nil, err
	}
	if j.goLibrary != nil {
		j.goLibrary.copyLibraryTo(ctx, filepath.Join(dir, goCache))
	}
	for i, argv := range j.steps {
		if j.lenient {
			argv = slices.DeleteFunc(slices.Clone(argv), func(word string) bool {
				_, err := root.Lstat(word)
				return path.Ext(word) == ".o" && err != nil
			})
		}
		log := &process.Log{}
		err := execute(ctx, j.compiler.budget(), root, argv, log)
		log.LastLine()
		lines, _ := log.Take()
		output = append(output, slices.DeleteFunc(lines, func(s string) bool { return strings.TrimSpace(s) == "" })...)
		if ctx.Err() != nil {
			return output, context.Cause(ctx)
		}
		if err == nil {
			continue
		}
		if all := append(output, err.Error()); !j.lenient || i > 0 || exceedsLimit(all) {
			return output, j.newError(all)
		}
	}
	info, err := root.Lstat(j.result)
	if err != nil || !info.Mode().IsRegular() && j.result != goCache {
		return output, j.newError([]string{"the compiler produced no program"})
	}
	const made = ".made" // a top-level name, so that no parent folder can be a symbolic link
	if err := errors.Join(root.Rename(j.result, made), root.Chmod(made, 0o755)); err != nil {
		return output, err
	}
	return output, os.Rename(filepath.Join(dir, made), dst)
}

func (j *job) writeFiles(root *os.Root) error {
	for name, text := range j.Files {
		err := root.MkdirAll(path.Dir(name), 0o700)
		if err == nil {
			err = root.WriteFile(name, text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return root.MkdirAll(internalDir, 0o700)
}

func (j *job) newError(output []string) error {
	e := &Error{Output: output}
	if exceedsLimit(output) {
		b := j.compiler.budget()
		e.Hint = fmt.Sprintf("; a compiler may use %d processes (--build-processes) with %s of processor time each, "+
			"%s of memory (--build-memory), and %s of disk (--build-disk), in files of at most %s",
			b.Processes, b.CPU, sandbox.FormatBytes(b.Memory), sandbox.FormatBytes(b.Disk), sandbox.FormatBytes(launch.MaxFileSize))
	}
	return e
}

// An Error reports that a source does not compile.
type Error struct {
	Output []string // compiler output, followed by the exit status
	Hint   string   // advice for the user, or empty
	Cached bool
}

func (e *Error) Error() string {
	line := "the compiler printed nothing"
	isText := func(line string) bool { return !strings.HasPrefix(line, "# ") } // go build prints package names as "# name"
	for _, matches := range []func(string) bool{limitMessage().MatchString, isFault, isText} {
		if i := slices.IndexFunc(e.Output, matches); i >= 0 {
			line = e.Output[i]
			break
		}
	}
	hint := e.Hint
	if e.Cached {
		hint += "; this result is cached; add --build-retry to compile again"
	}
	return "does not compile: " + line + hint
}

// isFault reports whether a line of compiler output describes an error in the source.
func isFault(line string) bool {
	if m := severity().FindStringSubmatch(line); m != nil {
		return strings.EqualFold(m[1], "error") && !strings.HasPrefix(line, "collect2: ")
	}
	return faultMessage().MatchString(line)
}

var (
	// severity matches the severity in GCC output. It skips quoted source lines, which contain a
	// vertical bar.
	severity = lazy.Regexp(`^[^|]*?\b(warning|note|[Ee]rror): `)
	// faultMessage matches linker and Go errors, which have no severity.
	faultMessage = lazy.Regexp(`undefined reference|multiple definition|^[^ :]+\.go:\d+:\d+: |^go\.mod:\d+: `)
)

var limitMessage = lazy.Regexp("Killed signal|signal: killed|CPU time limit|File size limit|out of memory|memory exhausted|annot allocate memory|" +
	"stopped after \\d|stopped for using more than|ended by SIG|No space left|temporarily unavailable")

func exceedsLimit(output []string) bool {
	return slices.ContainsFunc(output, limitMessage().MatchString)
}

// transientFault matches errors that may go away, for example after installing a package.
var transientFault = lazy.Regexp("(?i)internal compiler error|signal terminated|terminated with signal|signal: |too many open files|file too large|" +
	"quota exceeded|input/output error|read-only file system|interrupted|bad_alloc|stale file|no such process|" +
	"no such file or directory|cannot find -l|no required module|could not import|is not in std|export data")

func (e *Error) isPermanent() bool {
	return slices.ContainsFunc(e.Output, isFault) && !exceedsLimit(e.Output) && !slices.ContainsFunc(e.Output, transientFault().MatchString)
}
