package resolve

import (
	"cmp"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"game-tui/sim/sanitize"
)

// entryNames are the files to run in a player's folder, in order of preference.
var entryNames = []string{"player", "main.py", "bot.py", "main.sh"}

func systemEntryNames() []string {
	if runtime.GOOS == "windows" {
		return slices.Insert(slices.Clone(entryNames), 1, "player.exe")
	}
	return entryNames
}

var impliedInterpreters = map[string]string{".py": "python3", ".sh": "sh"}

// useFolder sets up a player that is a folder. It runs in the folder and may read all of it.
func (p *Program) useFolder(word string) error {
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
		return fmt.Errorf("%s contains more than a player, and players can read their whole folder; move the player to a folder of its own", word)
	}
	// "." and ".." are not links, even if the user entered the working directory through one.
	if base := filepath.Base(word); base != "." && base != ".." {
		if err := checkLink(typed, p.Dir); err != nil {
			return err
		}
	}
	p.Folder = folder
	p.Readable = append(p.Readable, p.Dir)
	for _, name := range systemEntryNames() {
		if hasFile(root, ".", name) {
			return p.useEntry(root, word, name)
		}
	}
	names, _ := readNames(root.Open("."))
	names = slices.DeleteFunc(names, isIgnored)
	return fmt.Errorf("the folder %s %w; it has %s", word, ErrNoEntry, cmp.Or(sanitize.JoinNames(names, 5), "no files"))
}

var ErrNoEntry = fmt.Errorf("has none of %s", strings.Join(entryNames, ", "))

func (p *Program) useEntry(root *os.Root, word, name string) (err error) {
	shown := filepath.Join(word, name)
	if p.File, err = p.Keep(PinIn(root, name)); err != nil {
		return fmt.Errorf("%s: %w", shown, err)
	}
	p.defaultInterpreter = impliedInterpreters[filepath.Ext(name)]
	if p.defaultInterpreter == "" && !isExecutable(p.File) {
		return errNotExecutable(shown)
	}
	p.Path = filepath.Join(p.Folder, name)
	p.Argv[0] = p.Path
	return nil
}

// CheckSinglePlayer returns an error if a player's folder contains other players.
func (c Command) CheckSinglePlayer() error {
	if isBareName(c.argv[0]) {
		return nil
	}
	root, err := os.OpenRoot(c.argv[0])
	if err != nil {
		return nil
	}
	defer root.Close()
	names, err := readNames(root.Open("."))
	if err != nil {
		return err
	}
	for _, name := range names {
		if !strings.HasPrefix(name, ".") && hasFile(root, name, slices.Concat(systemEntryNames(), sourceNames)...) {
			return fmt.Errorf("%s is a player that contains another player, %s; move one of them", c.argv[0], name)
		}
	}
	return nil
}

func hasFile(root *os.Root, folder string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		info, err := root.Stat(filepath.Join(folder, name))
		return err == nil && info.Mode().IsRegular()
	})
}

func isIgnored(name string) bool { return strings.HasPrefix(name, ".") || name == "__MACOSX" }

var documentExtensions = []string{".md", ".txt", ".rst", ".csv", ".tsv", ".pdf", ".doc", ".docx", ".odt", ".html", ".log", ".json", ".jsonl",
	".xml", ".png", ".jpg", ".jpeg", ".cnf", ".res", ".res.gz"}

func isDocument(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	if !slices.ContainsFunc(documentExtensions, func(ext string) bool { return strings.HasSuffix(name, ext) }) {
		return false
	}
	info, err := os.Lstat(path)
	return err == nil && !info.IsDir()
}

// isSharedFolder reports whether a folder is or contains a home or temporary folder. It compares
// files, because a folder can have several paths.
func isSharedFolder(info os.FileInfo) bool {
	return slices.ContainsFunc(append(homeFolders(), temporaryFolders()...), func(shared string) bool {
		real, err := filepath.EvalSymlinks(shared)
		return contains(info, shared) || err == nil && contains(info, real)
	})
}

func contains(folder os.FileInfo, path string) bool {
	for filepath.IsAbs(path) {
		if info, err := os.Stat(path); err == nil && os.SameFile(folder, info) {
			return true
		}
		parent := filepath.Dir(path)
		if parent == path {
			return false
		}
		path = parent
	}
	return false
}

// homeFolders returns the user's home folders. Under sudo, they include the calling user's home.
func homeFolders() (list []string) {
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

func temporaryFolders() []string {
	list := []string{os.TempDir()}
	if runtime.GOOS != "windows" {
		list = append(list, "/tmp", "/var/tmp", "/dev/shm")
	}
	return list
}
