package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// program is a command that can be run without looking for anything more.
type program struct {
	path  string   // the file to execute
	argv  []string // its arguments, its own name first
	files []string // arguments that are files: a script, weights
}

// resolve finds the program of a command, and the interpreter of a script:
// once the sandbox is closed, nothing can be looked for.
func resolve(command []string) (*program, error) {
	if len(command) == 0 {
		return nil, errors.New("no program")
	}
	path, err := find(command[0])
	if err != nil {
		return nil, err
	}
	p := &program{path: path, argv: append([]string{}, command...)}
	name := command[0] // as the user has typed it
	// A script may name another script as its interpreter.
	for range 4 {
		if p.path, err = behindShim(p.path); err != nil {
			return nil, err
		}
		line, err := shebang(p.path, name)
		if err != nil {
			return nil, err
		}
		if line == nil {
			if err := missingScript(p.argv); err != nil {
				return nil, err
			}
			p.files = files(p.argv[1:])
			return p, nil
		}
		if err := p.interpret(line); err != nil {
			return nil, fmt.Errorf("%s: %w", command[0], err)
		}
		name = p.path
	}
	return nil, fmt.Errorf("%s: too many interpreters", command[0])
}

// interpret puts the interpreter that a script asks for before it.
func (p *program) interpret(line []string) error {
	script := p.path
	interpreter := line[0]
	args := line[1:]
	if filepath.Base(interpreter) == "env" {
		for len(args) > 0 && (args[0] == "-S" || strings.Contains(args[0], "=")) {
			args = args[1:]
		}
		if len(args) == 0 {
			return errors.New("its first line names no interpreter")
		}
		interpreter, args = args[0], args[1:]
	}
	path, err := find(interpreter)
	if err != nil {
		return err
	}
	argv := append([]string{interpreter}, args...)
	argv = append(argv, script)
	p.argv = append(argv, p.argv[1:]...)
	p.path = path
	return nil
}

// files picks the arguments that name files, such as the script of an
// interpreter: the player may read them.
func files(args []string) []string {
	var list []string
	for _, arg := range args {
		if info, err := os.Stat(arg); err == nil && info.Mode().IsRegular() {
			if abs, err := filepath.Abs(arg); err == nil {
				list = append(list, abs)
			}
		}
	}
	return list
}

// Endings of files that interpreters run.
var scripts = []string{".py", ".pyc", ".pyz", ".js", ".mjs", ".ts", ".rb", ".pl", ".lua", ".php", ".sh", ".jar"}

// missingScript finds the script of an interpreter that is not there: told by
// the interpreter, it would come in the middle of the match.
func missingScript(argv []string) error {
	if len(argv) < 2 || !slices.Contains(scripts, filepath.Ext(argv[1])) {
		return nil
	}
	if _, err := os.Stat(argv[1]); errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s: no such file", argv[1])
	}
	return nil
}

// find returns the absolute path of a program that may be run.
func find(word string) (string, error) {
	if !strings.ContainsAny(word, "/"+string(filepath.Separator)) {
		path, err := exec.LookPath(word)
		if err != nil {
			return "", fmt.Errorf("no program named %s in PATH", word)
		}
		return filepath.Abs(path)
	}
	info, err := os.Stat(word)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fmt.Errorf("%s: no such file", word)
	case err != nil:
		return "", err
	case info.IsDir():
		return "", fmt.Errorf("%s is a folder", word)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is no ordinary file", word)
	case info.Mode()&0o111 == 0 && runtime.GOOS != "windows":
		return "", fmt.Errorf("%s is not executable: chmod +x %s, or name its interpreter: cmd:python3 %s", word, word, word)
	}
	return filepath.Abs(word)
}

// shebang returns the words of a script's first line; nil for a program that
// this system can load. name is what errors call the file.
func shebang(path, name string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && n == 0 && !errors.Is(err, io.EOF) {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(head[:n], []byte("#!"))
	if !ok {
		return nil, loadable(name, head[:n])
	}
	line, _, _ := bytes.Cut(rest, []byte{'\n'})
	words := strings.Fields(string(line))
	if len(words) == 0 {
		return nil, fmt.Errorf("%s: its first line names no interpreter", name)
	}
	return words, nil
}

// shims remembers which program stands behind a version manager's shim.
var shims sync.Map // path → path

// behindShim returns the program behind a shim of pyenv, rbenv, nodenv, asdf or
// another manager that works like them: a file in a folder "shims" beside the
// manager, which is asked what version is meant. Other paths stay.
func behindShim(path string) (string, error) {
	folder := filepath.Dir(path)
	if filepath.Base(folder) != "shims" {
		return path, nil
	}
	if real, ok := shims.Load(path); ok {
		return real.(string), nil
	}
	root := filepath.Dir(folder)
	name := strings.TrimPrefix(filepath.Base(root), ".")
	manager := filepath.Join(root, "bin", name)
	if _, err := os.Stat(manager); err != nil {
		if manager, err = exec.LookPath(name); err != nil {
			return path, nil // no manager known: a folder that is only called so
		}
	}
	ctx, stop := context.WithTimeout(context.Background(), startWall)
	defer stop()
	cmd := exec.CommandContext(ctx, manager, "which", filepath.Base(path))
	cmd.Env = append(os.Environ(), strings.ToUpper(name)+"_ROOT="+root)
	out, err := cmd.Output()
	real := strings.TrimSpace(string(out))
	if err != nil || !filepath.IsAbs(real) || real == path {
		return "", fmt.Errorf("%s is a shim, and \"%s which %s\" finds no program behind it", path, name, filepath.Base(path))
	}
	shims.Store(path, real)
	return real, nil
}
