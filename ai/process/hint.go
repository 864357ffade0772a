package process

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// missing finds the name of a file in what runtimes say that cannot read it:
// Python for a module and for a file, the system's loader for a library, a shell
// for what it reads.
var missing = regexp.MustCompile(`(?:No module named '|ermission denied: '|loading shared libraries: |cannot open )([^':]{1,200})`)

// hint is what to do where a player that is a file was refused a file beside it,
// which its last words tell; "" for others.
func (p *program) hint(last string) string {
	if p.folder != "" || p.command.copied {
		return ""
	}
	found := missing.FindStringSubmatch(last)
	if found == nil {
		return ""
	}
	file := p.path
	if p.script != "" {
		file = p.script
	}
	dir := filepath.Dir(file)
	// The name is the player's: nothing but whether it is there is looked at.
	name := filepath.Base(found[1])
	if strings.HasPrefix(found[0], "No module") {
		name, _, _ = strings.Cut(found[1], ".")
	}
	if !isName(name) || name == "" || name == ".." || !exists(filepath.Join(dir, name)) && !exists(filepath.Join(dir, name+".py")) {
		return ""
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil || isCommon(info):
		return "; move it and its files to a folder of their own, and name that"
	case !slices.Contains(entryNames, filepath.Base(file)):
		return "; call it " + entryFor(file) + " and name the folder: " + dir + "/"
	}
	return "; name the folder: " + dir + "/"
}

// entryFor is what a player is called in its folder.
func entryFor(file string) string {
	if name := "main" + filepath.Ext(file); slices.Contains(entryNames, name) {
		return name
	}
	return entryNames[0]
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
