package resolve

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"game-tui/sim/clean"
)

// entryNames are the files that a folder is run by: the first one there.
var entryNames = []string{"player", "main.py", "bot.py", "main.sh"}

// entries are the interpreters of entries whose first line names none, as the
// words of such a line; nil for programs.
var entries = map[string][]string{
	"player": nil, "main.py": {"env", "python3"}, "bot.py": {"env", "python3"}, "main.sh": {"env", "sh"},
}

// enter makes a folder the player: it may read all of it, and runs there.
func (p *Program) enterFolder(word string) error {
	typed, err := filepath.Abs(word)
	if err != nil {
		return err
	}
	folder, err := filepath.EvalSymlinks(typed)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	if p.Dir, err = p.Keep(PinIn(root, ".")); err != nil {
		return err
	}
	if isSharedFolder(p.Dir.Info) {
		return fmt.Errorf("%s holds more than a player, which may read all of its folder: move the player to a folder of its own", word)
	}
	// "." and ".." name no link, even where whoever typed them came here by one.
	if base := filepath.Base(word); base != "." && base != ".." {
		if err := checkLink(typed, p.Dir); err != nil {
			return err
		}
	}
	p.Folder = folder
	p.Read = append(p.Read, p.Dir)
	strange := error(nil)
	for _, name := range entriesHere() {
		found, err := p.useEntry(root, word, name)
		if found {
			return err
		}
		strange = cmp.Or(strange, err)
	}
	for _, name := range sourceNames {
		_, err := p.openEntry(root, word, name)
		strange = cmp.Or(strange, err)
	}
	return &NoEntryError{word, strange, folderHint(root, word)}
}

// entriesHere are the entry names of this system.
func entriesHere() []string {
	if runtime.GOOS == "windows" {
		return slices.Insert(slices.Clone(entryNames), 1, "player.exe")
	}
	return entryNames
}

// NoEntryError says that a folder has none of the files by which a folder is run.
type NoEntryError struct {
	Folder  string
	Strange error  // what has the name of one, and is no file of the folder; nil where nothing has
	Hint    string // what lies in the folder, and what to do about it
}

func (e *NoEntryError) Error() string {
	if e.Strange != nil {
		return e.Strange.Error()
	}
	return fmt.Sprintf("the folder %s has none of %s to run: %s", e.Folder, strings.Join(entryNames, ", "), e.Hint)
}

// entry makes a file of the folder the one that is run, if it is there. What is no file, or a
// link out of the folder, makes no folder a player: then err says why, or is nil.
func (p *Program) useEntry(root *os.Root, word, name string) (found bool, err error) {
	if found, err = p.openEntry(root, word, name); !found || err != nil {
		return found, err
	}
	if shown := filepath.Join(word, name); entries[name] == nil && p.File.Info.Mode()&0o111 == 0 && runtime.GOOS != "windows" {
		return true, fmt.Errorf("%s is not executable: chmod +x %s", shown, clean.Quoted(shown))
	}
	p.Path = filepath.Join(p.Folder, name)
	p.Argv[0], p.impliedLine = p.Path, entries[name]
	return true, nil
}

// look opens a file of the folder as p.file. If it is not there, or is no file of the folder, found is false; in the
// latter case err says what it is.
func (p *Program) openEntry(root *os.Root, word, name string) (found bool, err error) {
	link, err := root.Lstat(name)
	if err != nil {
		return false, nil
	}
	shown := filepath.Join(word, name)
	p.File, err = p.Keep(PinIn(root, name))
	if err == nil && p.File.Info.IsDir() {
		err = irregularError{p.File.Info.Mode()}
	}
	_, irregular := errors.AsType[irregularError](err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, fmt.Errorf("%s: no such file", shown)
	case irregular:
		return false, fmt.Errorf("%s is %w", shown, err)
	case errors.Is(err, fs.ErrPermission):
		return true, fmt.Errorf("%s: %w", shown, fs.ErrPermission)
	case err != nil && link.Mode()&fs.ModeSymlink != 0:
		return false, fmt.Errorf("%s leads out of the folder: put the file itself there", shown)
	}
	return true, err
}

// CheckSinglePlayer refuses a folder that is a player where folders in it are players, too: who put files
// there would choose how much a player reads, or how many there are.
func (c Command) CheckSinglePlayer() error {
	if isBareName(c.argv[0]) {
		return nil
	}
	root, err := os.OpenRoot(c.argv[0])
	if err != nil {
		return nil // it is no folder
	}
	defer root.Close()
	names, err := readNames(root.Open("."))
	if err != nil {
		return err
	}
	for _, name := range names {
		if !strings.HasPrefix(name, ".") && hasEntry(root, name, slices.Concat(entriesHere(), sourceNames)) {
			folder := strings.TrimRight(c.argv[0], "/")
			return fmt.Errorf("%s/ is one player, for it has one of %s, and a folder of players, for %s in it is one: to play it as one move %[3]s out of it, to play those in it type %[4]s/*",
				folder, strings.Join(entryNames, ", "), name, clean.Quoted(folder))
		}
	}
	return nil
}

// hasEntry reports whether a folder below another has a file of one of these names.
func hasEntry(root *os.Root, folder string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		info, err := root.Stat(filepath.Join(folder, name))
		return err == nil && info.Mode().IsRegular()
	})
}

// isSharedFolder reports whether a folder holds more than a player's own files: a
// home or temporary folder of the user, or one that these lie in. Folders are
// compared as such, for they have many names.
func isSharedFolder(info os.FileInfo) bool {
	return slices.ContainsFunc(append(homes(), temporary()...), func(common string) bool {
		real, err := filepath.EvalSymlinks(common)
		return contains(info, common) || err == nil && contains(info, real)
	})
}

// contains says whether a path is a folder or lies below it.
func contains(folder os.FileInfo, path string) bool {
	for filepath.IsAbs(path) {
		if info, err := os.Stat(path); err == nil && os.SameFile(folder, info) {
			return true
		}
		above := filepath.Dir(path)
		if above == path {
			return false
		}
		path = above
	}
	return false
}

// homes are the user's home folders: of the environment, of the user database,
// which knows it for services too, and that of whoever called sudo.
func homes() (list []string) {
	if home, err := os.UserHomeDir(); err == nil {
		list = append(list, home)
	}
	if u, err := user.Current(); err == nil {
		list = append(list, u.HomeDir)
	}
	if id := os.Getenv("SUDO_UID"); id != "" {
		if u, err := user.LookupId(id); err == nil {
			list = append(list, u.HomeDir)
		}
	}
	return list
}

// temporary are the folders where everybody leaves files.
func temporary() []string {
	list := []string{os.TempDir()}
	if runtime.GOOS != "windows" {
		list = append(list, "/tmp", "/var/tmp", "/dev/shm")
	}
	return list
}

// archives are the endings of files that have to be unpacked.
var archiveExtensions = []string{".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".rar", ".7z"}

// errArchive says of an archive what to do with it.
func errArchive(path string) error {
	return fmt.Errorf("%s is an archive: unpack it into a folder (unzip -d %s %s), and take it away", path, clean.Quoted(strings.TrimSuffix(path, filepath.Ext(path))), clean.Quoted(path))
}

func isArchive(path string) bool {
	return slices.Contains(archiveExtensions, strings.ToLower(filepath.Ext(path)))
}

// isIgnored reports whether what lies in a folder is nobody's: what is hidden, and what some
// systems put into archives.
func isIgnored(name string) bool { return strings.HasPrefix(name, ".") || name == "__MACOSX" }

// documents are the file name endings of texts, tables, pictures and recordings, which are not submissions.
var documentExtensions = []string{".md", ".txt", ".rst", ".csv", ".tsv", ".pdf", ".doc", ".docx", ".odt", ".html", ".log", ".json", ".jsonl",
	".xml", ".png", ".jpg", ".jpeg", ".cnf", ".res", ".res.gz"}

// isDocument reports whether a path leads to a file with the name of a document. A folder may have any name.
func isDocument(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	if !slices.ContainsFunc(documentExtensions, func(ending string) bool { return strings.HasSuffix(name, ending) }) {
		return false
	}
	info, err := os.Lstat(path)
	return err == nil && !info.IsDir()
}

// hint says what is in a folder that has no file to run, and what to do about it. It looks at nothing outside of the folder.
func folderHint(root *os.Root, word string) string {
	word = strings.TrimRight(word, "/")
	names, err := readNames(root.Open("."))
	names = slices.DeleteFunc(names, isIgnored)
	players := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !hasEntry(root, name, slices.Concat(entriesHere(), sourceNames))
	})
	isSource := func(name string) bool { return slices.Contains(sourceExtensions, filepath.Ext(name)) }
	switch {
	case err != nil || len(names) == 0:
		return "it is empty"
	case len(players) > 1:
		return fmt.Sprintf("%d players are in it: name it as the folder of players, %s", len(players), clean.Quoted(word+"/"))
	case len(players) == 1:
		return fmt.Sprintf("the player is in %s: move it up, or name that folder", filepath.Join(word, players[0]))
	case slices.ContainsFunc(names, isSource):
		return fmt.Sprintf("it has sources, %s: name a single one main with its ending, or type --kit for players of a kit", clean.Names(slices.DeleteFunc(names, func(name string) bool { return !isSource(name) }), 3))
	}
	return "it has " + clean.Names(names, 5)
}
