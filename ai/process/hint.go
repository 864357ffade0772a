package process

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/sim/clean"
)

// archives are the endings of files that have to be unpacked.
var archives = []string{".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".rar", ".7z"}

// errArchive says of an archive what to do with it.
func errArchive(path string) error {
	return fmt.Errorf("%s is an archive: unpack it into a folder (unzip -d %s %s), and take it away", path, clean.Quoted(strings.TrimSuffix(path, filepath.Ext(path))), clean.Quoted(path))
}

func isArchive(path string) bool {
	return slices.Contains(archives, strings.ToLower(filepath.Ext(path)))
}

// passedOver reports whether what lies in a folder is nobody's: what is hidden, and what some
// systems put into archives.
func passedOver(name string) bool { return strings.HasPrefix(name, ".") || name == "__MACOSX" }

// hint says what lies in a folder that has no file to run, and what to do about it. Nothing
// outside of the folder is looked at.
func hint(root *os.Root, word string) string {
	word = strings.TrimRight(word, "/")
	names, err := namesIn(root.Open("."))
	names = slices.DeleteFunc(names, passedOver)
	if err != nil || len(names) == 0 {
		return "it is empty"
	}
	if deep := players(root, names); len(deep) > 1 {
		return fmt.Sprintf("%d players are in it: name it as the folder of players, %s", len(deep), clean.Quoted(word+"/"))
	}
	for _, entry := range slices.Concat(entryNames, sourceNames) {
		for _, name := range names {
			if strings.EqualFold(name, entry) {
				return fmt.Sprintf("it has %s: rename it to %s", name, entry)
			}
		}
	}
	dir, left := ".", names
	for range 4 { // folders that have one in them and nothing else
		deep := players(root, inFolder(dir, left))
		if len(deep) > 0 {
			return fmt.Sprintf("the player lies deeper, in %s: move what is there up (mv %s/* %s/)", filepath.Join(word, deep[0]), clean.Quoted(filepath.Join(word, deep[0])), clean.Quoted(word))
		}
		if len(left) != 1 {
			break
		}
		dir = filepath.Join(dir, left[0])
		left, _ = namesIn(root.Open(dir)) // a file has none
		left = slices.DeleteFunc(left, passedOver)
	}
	var script, program, source []string
	for _, name := range names {
		info, err := root.Stat(name)
		switch ext := filepath.Ext(name); {
		case err != nil || !info.Mode().IsRegular():
		case isArchive(name):
			return errArchive(filepath.Join(word, name)).Error()
		case ext == ".py" || ext == ".sh":
			script = append(script, name)
		case slices.Contains(sources, ext):
			source = append(source, name)
		case ext == "" && info.Mode()&0o111 != 0 || slices.Contains(programs, ext):
			program = append(program, name)
		}
	}
	switch {
	case len(script) == 1:
		return fmt.Sprintf("it has %s: rename it to main%s", script[0], filepath.Ext(script[0]))
	case len(program) == 1:
		return fmt.Sprintf("it has %s: rename it to player", program[0])
	case len(source) > 0:
		return fmt.Sprintf("it has sources, %s: name a single one main with its ending, or type --kit for players of a kit", clean.Names(source, 3))
	}
	return "it has " + clean.Names(names, 5)
}

func inFolder(dir string, names []string) (list []string) {
	for _, name := range names {
		list = append(list, filepath.Join(dir, name))
	}
	return list
}

// players are those of some folders that have a file to run.
func players(root *os.Root, folders []string) (list []string) {
	for _, folder := range folders {
		if hasEntry(root, folder, slices.Concat(entriesHere(), sourceNames)) {
			list = append(list, folder)
		}
	}
	return list
}
