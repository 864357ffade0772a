// Dist makes what a release consists of: static programs for five systems, Debian
// packages, the licences of what is in them, and their checksums. The same commit gives the same bytes, wherever it
// is built with the same Go. It is a module of its own, so that those who build
// the program need nothing of what packs it.
//
// It runs in its own folder, on one of these systems: go run .
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
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

// env is what the Go command builds for it with.
func (t target) env() []string {
	return []string{"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch, "GOFLAGS=-mod=readonly"}
}

// source is the repository's main folder, seen from here.
const source = "../../.."

// out is the folder of the files of a release; what is in it is removed.
const out = source + "/build/dist"

func main() {
	if err := release(); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// release makes all files anew.
func release() error {
	c, err := lastCommit()
	if err != nil {
		return err
	}
	// The empty folder becomes the data folder of the container.
	if err := errors.Join(os.RemoveAll(out), os.MkdirAll(out+"/empty", 0o755)); err != nil {
		return err
	}
	for _, t := range targets {
		fmt.Fprintln(os.Stderr, t.file())
		if err := build(t); err != nil {
			return err
		}
	}
	if err := licences(); err != nil {
		return err
	}
	for _, t := range targets {
		if t.os != "linux" {
			continue
		}
		if err := debian(t, c); err != nil {
			return fmt.Errorf("package for %s: %w", t.arch, err)
		}
	}
	return sums()
}

// commit is what is released.
type commit struct {
	version string // for Debian: "0.3.0", or made of date and commit
	when    time.Time
}

// lastCommit asks git. Files that were changed after it show in the version.
func lastCommit() (c commit, err error) {
	line, err := command(nil, "git", "log", "-1", "--format=%ct %h %cd", "--abbrev=12", "--date=format-local:%Y%m%d%H%M%S")
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
	if tag, err := command(nil, "git", "describe", "--exact-match", "--tags"); err == nil {
		c.version = strings.TrimPrefix(tag, "v")
	}
	changed, err := command(nil, "git", "status", "--porcelain")
	if changed != "" {
		c.version += "+dirty"
	}
	return c, err
}

// build builds the program for a system. The version is what the Go command finds
// out about the commit.
func build(t target) error {
	env := append(t.env(), "GOAMD64=v1", "GOARM64=v8.0")
	_, err := command(env, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", "build/dist/"+t.file(), "./cmd/game-tui")
	return err
}

// printed is what the program itself prints: its manual page, or a completion.
func printed(args ...string) ([]byte, error) {
	text, err := command(nil, "build/dist/"+target{runtime.GOOS, runtime.GOARCH}.file(), args...)
	return []byte(text + "\n"), err
}

// checksums is the file that sha256sum -c reads.
const checksums = "SHA256SUMS"

func sums() error {
	files, err := filepath.Glob(out + "/game-tui_*")
	if err != nil {
		return err
	}
	var list bytes.Buffer
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(text), filepath.Base(f))
	}
	return os.WriteFile(filepath.Join(out, checksums), list.Bytes(), 0o644)
}

// command runs a program in the main folder and returns what it prints.
func command(env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = source, append(append(os.Environ(), "TZ=UTC", "LC_ALL=C"), env...)
	text, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%s: %w: %s", cmd, err, exit.Stderr)
	}
	return strings.TrimSpace(string(text)), err
}

// thirdParty is the file with the licences of what is built into the programs.
const thirdParty = "game-tui_LICENSES.txt"

// licences writes the licences and notices of all modules that some program holds, and
// of Go itself.
func licences() error {
	modules := map[string]string{} // folders by path and version
	for _, t := range targets {
		const each = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
		list, err := command(t.env(), "go", "list", "-deps", "-f", each, "./cmd/game-tui")
		if err != nil {
			return err
		}
		for line := range strings.Lines(list) {
			if name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				modules[name] = dir
			}
		}
	}
	root, err := command(nil, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	modules["Go"] = root
	modules["DejaVu fonts"] = source + "/tui/export/glyph/font"
	modules["asciinema-player"] = source + "/tui/export/web"
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		files, err := licenceFiles(modules[name])
		if err != nil {
			return err
		}
		if len(files) == 0 {
			return fmt.Errorf("%s has no licence in %s", name, modules[name])
		}
		for _, f := range files {
			words, err := os.ReadFile(f)
			if err != nil {
				return err
			}
			fmt.Fprintf(&text, "==== %s: %s\n\n%s\n\n", name, filepath.Base(f), strings.TrimSpace(string(words)))
		}
	}
	return os.WriteFile(filepath.Join(out, thirdParty), []byte(text.String()), 0o644)
}

// licenceFiles are the files of a module that say on what terms it may be used.
func licenceFiles(dir string) (files []string, err error) {
	list, err := os.ReadDir(dir)
	for _, e := range list {
		name := strings.ToUpper(e.Name())
		if !e.IsDir() && (strings.HasPrefix(name, "LICEN") || strings.HasPrefix(name, "COPYING") || strings.HasPrefix(name, "NOTICE")) {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, err
}
