package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"game-tui/ai/process/launch"
)

// Limits of a compiler beside its Budget.
const (
	compileCPU = 20 * time.Second // processor time of each of its programs
	keptFor    = 30 * 24 * time.Hour
)

// short are words of compilers that were ended, or got no more.
var short = regexp.MustCompile("Killed signal|signal: killed|CPU time limit|File size limit|out of memory|memory exhausted|annot allocate memory|" +
	"it took more than|ended by SIG|No space left|temporarily unavailable")

// ranShort reports whether what compilers said depends on more than their files.
func ranShort(said []string) bool { return slices.ContainsFunc(said, short.MatchString) }

// run makes what the job makes, or finds it where it was made before: in a folder, by programName.
func (j *job) run(ctx context.Context) (dir string, said []string, err error) {
	kept, err := os.UserCacheDir()
	if err == nil {
		kept = filepath.Join(kept, "game-tui", "compiled")
		err = os.MkdirAll(kept, 0o700)
	}
	if err != nil {
		return "", nil, fmt.Errorf("no folder for compiled programs: %w; set XDG_CACHE_HOME to a folder that can be written", err)
	}
	var tools []string
	for _, argv := range j.steps {
		path, err := LookPath(argv[0])
		if err != nil {
			return "", nil, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return "", nil, err
		}
		tools = append(tools, path, fmt.Sprint(info.Size(), info.ModTime().UnixNano()))
	}
	dir = filepath.Join(kept, j.sum(tools))
	if text, err := os.ReadFile(filepath.Join(dir, "said")); err == nil {
		now := time.Now()
		return dir, strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' }), os.Chtimes(dir, now, now)
	}
	made, err := os.MkdirTemp(kept, "new-")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(made) // which it is no longer, where it became dir
	if said, err = j.make(ctx, filepath.Join(made, programName(j.main))); err != nil {
		return "", said, err
	}
	if err := os.WriteFile(filepath.Join(made, "said"), []byte(strings.Join(said, "\n")), 0o600); err != nil {
		return "", nil, err
	}
	forget(kept)
	if err := os.Rename(made, dir); err != nil && !errors.Is(err, os.ErrExist) {
		return "", nil, err
	}
	return dir, said, nil
}

// forget removes what nobody has used for long.
func forget(kept string) {
	list, _ := os.ReadDir(kept)
	for _, e := range list {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keptFor {
			_ = os.RemoveAll(filepath.Join(kept, e.Name()))
		}
	}
}

// make executes the steps in a folder of their own, and puts what they made at a path.
func (j *job) make(ctx context.Context, at string) (said []string, err error) {
	box, err := os.MkdirTemp("", "game-tui-build-")
	if err != nil {
		return nil, err
	}
	defer removeTree(box)
	root, err := os.OpenRoot(box)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for name, text := range j.files {
		err := root.MkdirAll(path.Dir(name), 0o700)
		if err == nil {
			err = root.WriteFile(name, text, 0o600)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := root.MkdirAll(ours, 0o700); err != nil {
		return nil, err
	}
	for i, argv := range j.steps {
		if j.lenient {
			argv = slices.DeleteFunc(slices.Clone(argv), func(word string) bool {
				_, err := root.Lstat(word)
				return path.Ext(word) == ".o" && err != nil
			})
		}
		log := &stderrLog{}
		err := execute(ctx, j.budget, root, argv, log)
		log.lastLine() // which ends it
		here, _ := log.take()
		said = append(said, slices.DeleteFunc(here, func(s string) bool { return strings.TrimSpace(s) == "" })...)
		if ctx.Err() != nil {
			return said, context.Cause(ctx)
		}
		if err == nil {
			continue
		}
		if all := append(said, err.Error()); !j.lenient || i > 0 || ranShort(all) {
			return said, j.failed(all)
		}
	}
	return said, j.take(root, at)
}

// failed is the error of compilers that said something, their end included.
func (j *job) failed(said []string) error {
	e := &CompileError{Said: said}
	if ranShort(said) {
		b := j.budget
		e.Hint = fmt.Sprintf("; a compiler may have %d processes (--build-processes) with %s of processor time each, "+
			"%s of memory (--build-memory), and %s of disk (--build-disk), in files of at most %s",
			b.Processes, compileCPU, megabytes(b.Memory), megabytes(b.Disk), megabytes(launch.MaxFile))
	}
	return e
}

// take copies what was made out of the box: an ordinary file, whatever else may lie there by its name.
func (j *job) take(box *os.Root, at string) error {
	if info, err := box.Lstat(j.result); err != nil || !info.Mode().IsRegular() {
		return j.failed([]string{"the compiler has made no program"})
	}
	f, err := pinIn(box, j.result)
	if err != nil {
		return err
	}
	defer f.Close()
	out, err := os.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(f, launch.MaxFile))
	return errors.Join(err, out.Close())
}
