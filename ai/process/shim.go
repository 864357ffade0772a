package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// shims remembers which program stands behind a version manager's shim.
var shims sync.Map // path → path

// behindShim returns the program behind a shim of pyenv, rbenv, nodenv, asdf or
// another manager that works like them: a file in a folder "shims" of PATH, in
// the folder of a manager that is in PATH too. The manager is asked which
// version is meant; other paths stay, also those that PATH spells otherwise: by
// another name of the folder a player would choose the manager and its settings.
func behindShim(path string) (string, error) {
	folder := filepath.Dir(path)
	if filepath.Base(folder) != "shims" || onPath(path) != path {
		return path, nil
	}
	if real, ok := shims.Load(path); ok {
		return real.(string), nil
	}
	root := filepath.Dir(folder)
	name := strings.TrimPrefix(filepath.Base(root), ".")
	manager, err := exec.LookPath(name)
	if err != nil || !filepath.IsAbs(manager) {
		if _, err := os.Stat(filepath.Join(root, "bin", name)); err == nil {
			return "", fmt.Errorf("%s is a shim of %s, which is not in PATH: add %s", path, name, filepath.Join(root, "bin"))
		}
		return path, nil // no manager: a folder that is only called so
	}
	real, err := ask(manager, name, root, filepath.Base(path))
	if errors.Is(err, context.DeadlineExceeded) {
		return "", fmt.Errorf("%s is a shim, and \"%s which %s\" has not answered in %s: %w", path, name, filepath.Base(path), startMost, err)
	}
	if err != nil {
		return "", fmt.Errorf("%s is a shim, and \"%s which %s\" finds no program behind it", path, name, filepath.Base(path))
	}
	if !within(root, real) {
		// The manager means the one that is there without it.
		if real = next(filepath.Base(path), folder); real == "" {
			return "", fmt.Errorf("%s is a shim, and what \"%s which %s\" finds is neither in %s nor in PATH", path, name, filepath.Base(path), root)
		}
	}
	shims.Store(path, real)
	return real, nil
}

// ask has a manager tell which program a name means. It runs in the root folder
// with the settings of the user's environment, so that no file of a player's
// folder chooses the version.
func ask(manager, name, root, word string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), startMost)
	defer stop()
	cmd := exec.CommandContext(ctx, manager, "which", word)
	cmd.Dir = string(filepath.Separator)
	cmd.WaitDelay = time.Second // what it leaves behind is not waited for
	upper := strings.ToUpper(name)
	for _, v := range os.Environ() {
		key, _, _ := strings.Cut(v, "=")
		// Where a shell of pyenv and its like was started; it would look there.
		if key == "PWD" || key == "OLDPWD" || strings.HasSuffix(name, "env") && key == upper+"_DIR" {
			continue
		}
		cmd.Env = append(cmd.Env, v)
	}
	cmd.Env = append(cmd.Env, "PWD="+cmd.Dir, upper+"_ROOT="+root)
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	real := strings.TrimSpace(string(out))
	if err == nil && !filepath.IsAbs(real) {
		err = os.ErrNotExist
	}
	return filepath.Clean(real), err
}

// within says whether a path lies in a folder, by its name or when all links are
// followed.
func within(folder, path string) bool {
	if inside(folder, path) {
		return true
	}
	a, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	b, err := filepath.EvalSymlinks(path)
	return err == nil && inside(a, b)
}

// next finds a program in the folders of PATH but for one.
func next(name, but string) string {
	skip, err := os.Stat(but)
	if err != nil {
		return ""
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		info, err := os.Stat(dir)
		if err != nil || !filepath.IsAbs(dir) || os.SameFile(skip, info) || filepath.Base(dir) == "shims" {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path
		}
	}
	return ""
}
