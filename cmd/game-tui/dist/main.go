// Dist makes what a release consists of: static programs for five systems, Debian
// packages, the licences of what is in them, and their checksums. The same commit gives the same bytes, wherever it
// is built with the same Go. It is a module of its own, so that those who build
// the program need nothing of what packs it.
//
// It runs in its own folder: go run . [-o FOLDER]
package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// target is a system that the program is built for.
type target struct{ os, arch string }

var targets = []target{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}}

// file is the name of the program for a system.
func (t target) file() string {
	name := "game-tui_" + t.os + "_" + t.arch
	if t.os == "windows" {
		name += ".exe"
	}
	return name
}

// source is the repository's main folder, seen from here.
const source = "../../.."

func main() {
	out := flag.String("o", source+"/build/dist", "`folder` for the files; what is in it is removed")
	flag.Parse()
	if err := release(*out); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// release makes all files anew.
func release(out string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	c, err := lastCommit()
	if err != nil {
		return err
	}
	if err := clear(out); err != nil {
		return err
	}
	for _, t := range targets {
		fmt.Fprintf(os.Stderr, "%s\n", t.file())
		if err := build(t, filepath.Join(out, t.file())); err != nil {
			return err
		}
	}
	if err := licences(out); err != nil {
		return err
	}
	pages, err := manuals()
	if err != nil {
		return err
	}
	for _, t := range targets {
		if t.os != "linux" {
			continue
		}
		if err := debian(out, t, c, pages); err != nil {
			return fmt.Errorf("package for %s: %w", t.arch, err)
		}
	}
	return sums(out)
}

// clear empties the folder, which must be ours: it holds nothing else.
func clear(out string) error {
	old, err := os.ReadDir(out)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	for _, e := range old {
		if name := e.Name(); !strings.HasPrefix(name, "game-tui_") && name != checksums && name != empty {
			return fmt.Errorf("%s holds %s, which is no file of a release: name another folder with -o", out, name)
		}
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	return os.MkdirAll(filepath.Join(out, empty), 0o755)
}

// empty is a folder that becomes the data folder of the container.
const empty = "empty"

// commit is what is released.
type commit struct {
	version string // for Debian: "0.3.0", or made of date and commit
	when    time.Time
}

// lastCommit asks git. Files that were changed after it show in the version.
func lastCommit() (c commit, err error) {
	line, err := command(source, nil, "git", "log", "-1", "--format=%ct %h %cd", "--abbrev=12", "--date=format-local:%Y%m%d%H%M%S")
	if err != nil {
		return c, err
	}
	var seconds int64
	var hash, date string
	if _, err := fmt.Sscan(line, &seconds, &hash, &date); err != nil {
		return c, fmt.Errorf("the last commit, %q: %w", line, err)
	}
	c.when = time.Unix(seconds, 0).UTC()
	c.version = "0.0.0~" + date + "." + hash
	if tag, err := command(source, nil, "git", "describe", "--exact-match", "--tags"); err == nil {
		c.version = strings.TrimPrefix(tag, "v")
	}
	changed, err := command(source, nil, "git", "status", "--porcelain")
	if changed != "" {
		c.version += "+dirty"
	}
	return c, err
}

// build builds the program for a system. The version is what the Go command finds
// out about the commit.
func build(t target, path string) error {
	env := []string{"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch, "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=-mod=readonly"}
	_, err := command(source, env, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", path, "./cmd/game-tui")
	return err
}

// manuals are the manual page and the completions, printed by the program itself.
func manuals() (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "game-tui-dist")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "game-tui")
	if err := build(target{runtime.GOOS, runtime.GOARCH}, program); err != nil {
		return nil, err
	}
	pages := map[string][]byte{}
	for _, args := range []string{"man", "completion bash", "completion zsh", "completion fish"} {
		text, err := command(dir, nil, program, strings.Fields(args)...)
		if err != nil {
			return nil, err
		}
		pages[args] = append([]byte(text), '\n')
	}
	return pages, nil
}

// checksums is the file that sha256sum -c reads.
const checksums = "SHA256SUMS"

func sums(out string) error {
	files, err := os.ReadDir(out)
	if err != nil {
		return err
	}
	var list bytes.Buffer
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(out, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(text), f.Name())
	}
	return os.WriteFile(filepath.Join(out, checksums), list.Bytes(), 0o644)
}

// command runs a program and returns what it prints.
func command(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(append(os.Environ(), "TZ=UTC", "LC_ALL=C"), env...)
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", cmd, err, bytes.TrimSpace(wrong.Bytes()))
	}
	return strings.TrimSpace(string(text)), nil
}
