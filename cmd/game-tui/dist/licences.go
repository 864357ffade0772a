package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// thirdParty is the file with the licences of what is built into the programs.
const thirdParty = "game-tui_LICENSES.txt"

// licences writes the licences and notices of all modules that some program holds, and
// of Go itself.
func licences(out string) error {
	modules := map[string]string{} // folders by path and version
	for _, t := range targets {
		const each = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
		list, err := command(source, []string{"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=0", "GOFLAGS=-mod=readonly"}, "go", "list", "-deps", "-f", each, "./cmd/game-tui")
		if err != nil {
			return err
		}
		for line := range strings.Lines(list) {
			if name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				modules[name] = dir
			}
		}
	}
	root, err := command(source, nil, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	modules["Go"] = root
	modules["DejaVu fonts"] = source + "/tui/export/glyph/font"
	modules["asciinema-player"] = source + "/tui/export/web"
	names := make([]string, 0, len(modules))
	for name := range modules {
		names = append(names, name)
	}
	slices.Sort(names)
	var text strings.Builder
	for _, name := range names {
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
