package compile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/ai/process"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"

	"game-tui/ai/process/sandbox/launch"
)

// run returns the folder with what the job makes, which is called programName, and what compilers printed. It compiles
// only what is not kept. If err is a *CompileError, said is what compilers printed before they failed.
func (j *job) run(ctx context.Context) (dir string, said []string, err error) {
	kept, err := openCompiledStore()
	if err != nil {
		return "", nil, err
	}
	tools, err := j.tools()
	if err != nil {
		return "", nil, err
	}
	name := j.sum(tools)
	find := func() bool {
		var ok bool
		if dir, said, ok = kept.find(name); ok {
			kept.touch(name)
		} else if failed := kept.failure(name); failed != nil && !j.by.Retry {
			dir, said, err = "", failed.said(), failed
			ok = true
		}
		return ok
	}
	if find() {
		return dir, said, err
	}
	defer j.by.work(j.called)()
	if j.shared {
		defer kept.lock(ctx, name, j.budget.Wall)()
		if find() {
			return dir, said, err
		}
	}
	dir, said, err = kept.put(name, func(dir string) ([]string, error) {
		return j.make(ctx, filepath.Join(dir, programName(j.Main)))
	})
	if failed, ok := errors.AsType[*CompileError](err); ok && failed.lasting() {
		kept.keepFailure(name, failed)
	}
	return dir, said, err
}

// A tool is a program or another file that decides what compilers make.
type tool struct {
	path  string
	stamp string // changes when the file is written, or when a folder gets or loses an entry
}

func (t tool) String() string { return fmt.Sprintf("%q %q", t.path, t.stamp) }

func newTool(path string, info os.FileInfo) tool {
	return tool{path, fmt.Sprint(info.Size(), info.ModTime().UnixNano())}
}

// tools returns the programs of the steps.
func (j *job) tools() (list []tool, err error) {
	for _, argv := range j.steps {
		path, err := resolve.LookPath(argv[0])
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		list = append(list, newTool(path, info))
	}
	return list, nil
}

// make executes the steps in a folder of their own, and puts what they made at a path.
func (j *job) make(ctx context.Context, at string) (said []string, err error) {
	box, err := os.MkdirTemp("", "game-tui-build-")
	if err != nil {
		return nil, err
	}
	defer sandbox.RemoveTree(box)
	root, err := os.OpenRoot(box)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for name, text := range j.Files {
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
	if j.library != nil {
		j.library.copyInto(ctx, filepath.Join(box, goCache))
	}
	for i, argv := range j.steps {
		if j.lenient {
			argv = slices.DeleteFunc(slices.Clone(argv), func(word string) bool {
				_, err := root.Lstat(word)
				return path.Ext(word) == ".o" && err != nil
			})
		}
		log := &process.Log{}
		err := execute(ctx, j.budget, root, argv, log)
		log.LastLine() // which ends it
		here, _ := log.Take()
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
			b.Processes, b.CPU, sandbox.FormatBytes(b.Memory), sandbox.FormatBytes(b.Disk), sandbox.FormatBytes(launch.MaxFile))
	}
	return e
}

// take copies what was made out of the box: an ordinary file, or of a tree all ordinary files, whatever else may lie there.
func (j *job) take(box *os.Root, at string) error {
	info, err := box.Lstat(j.result)
	switch {
	case err == nil && j.tree && info.IsDir():
		from, err := box.OpenRoot(j.result)
		if err != nil {
			return err
		}
		defer from.Close()
		return copyTree(from, at)
	case err != nil || j.tree || !info.Mode().IsRegular():
		return j.failed([]string{"the compiler has made no program"})
	}
	return copyFile(box, j.result, at, 0o755)
}

// copyTree copies the regular files below a folder into a new folder.
func copyTree(from *os.Root, to string) error {
	return fs.WalkDir(from.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o700)
		case e.Type().IsRegular():
			return copyFile(from, name, filepath.Join(to, name), 0o600)
		}
		return nil
	})
}

// copyFile copies an ordinary file to a new one, as much of it as a compiler may write.
func copyFile(from *os.Root, name, to string, mode os.FileMode) error {
	f, err := resolve.PinIn(from, name)
	if err != nil {
		return err
	}
	defer f.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(f, launch.MaxFile))
	return errors.Join(err, out.Close())
}
