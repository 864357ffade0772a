package resolve

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"game-tui/sim/sanitize"
)

// entryNames are the files that a folder is run by. The first one that exists counts.
var entryNames = []string{"player", "main.py", "bot.py", "main.sh"}

func systemEntryNames() []string {
	if runtime.GOOS == "windows" {
		return slices.Insert(slices.Clone(entryNames), 1, "player.exe")
	}
	return entryNames
}

// impliedLine returns the first line of an entry that has none, as words, or nil for programs.
func impliedLine(entry string) []string {
	switch filepath.Ext(entry) {
	case ".py":
		return []string{"env", "python3"}
	case ".sh":
		return []string{"env", "sh"}
	}
	return nil
}

// enterFolder makes a folder the player, which runs in it and may read all of it.
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
		return fmt.Errorf("%s holds more than a player, and a player may read all of its folder: move the player to a folder of its own", word)
	}
	// "." and ".." are no links, even if the working directory was entered by one.
	if base := filepath.Base(word); base != "." && base != ".." {
		if err := checkLink(typed, p.Dir); err != nil {
			return err
		}
	}
	p.Folder = folder
	p.Read = append(p.Read, p.Dir)
	unusable := error(nil)
	for _, name := range systemEntryNames() {
		found, err := p.useEntry(root, word, name)
		if found {
			return err
		}
		unusable = cmp.Or(unusable, err)
	}
	for _, name := range sourceNames {
		_, err := p.openEntry(root, word, name)
		unusable = cmp.Or(unusable, err)
	}
	if unusable != nil {
		return &NoEntryError{unusable.Error()}
	}
	return &NoEntryError{fmt.Sprintf("the folder %s has none of %s to run: %s", word, strings.Join(entryNames, ", "), describeFolder(root, word))}
}

// A NoEntryError means that a folder has no file to run.
type NoEntryError struct{ reason string }

func (e *NoEntryError) Error() string { return e.reason }

// useEntry makes a file of the folder the one to run. If found is false, err is nil or says why the
// file is not usable.
func (p *Program) useEntry(root *os.Root, word, name string) (found bool, err error) {
	if found, err = p.openEntry(root, word, name); !found || err != nil {
		return found, err
	}
	p.impliedLine = impliedLine(name)
	if shown := filepath.Join(word, name); p.impliedLine == nil && p.File.Info.Mode()&0o111 == 0 && runtime.GOOS != "windows" {
		return true, fmt.Errorf("%s is not executable: chmod +x %s", shown, sanitize.ShellQuote(shown))
	}
	p.Path = filepath.Join(p.Folder, name)
	p.Argv[0] = p.Path
	return true, nil
}

// openEntry opens a file of the folder as p.File.
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

// CheckSinglePlayer returns an error if a folder that is a player contains players.
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
		if !strings.HasPrefix(name, ".") && isPlayer(root, name) {
			folder := strings.TrimRight(c.argv[0], "/")
			return fmt.Errorf("%s/ is one player, for it has one of %s, and a folder of players, for %s in it is one: to play it as one move %[3]s out of it, to play those in it type %[4]s/*",
				folder, strings.Join(entryNames, ", "), name, sanitize.ShellQuote(folder))
		}
	}
	return nil
}

func isPlayer(root *os.Root, folder string) bool {
	return hasFile(root, folder, slices.Concat(systemEntryNames(), sourceNames)...)
}

func hasFile(root *os.Root, folder string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		info, err := root.Stat(filepath.Join(folder, name))
		return err == nil && info.Mode().IsRegular()
	})
}

// describeFolder says what is in a folder without a file to run, and what to do.
func describeFolder(root *os.Root, word string) string {
	word = strings.TrimRight(word, "/")
	names, err := readNames(root.Open("."))
	var list, players, sources []string
	for _, name := range names {
		if isIgnored(name) {
			continue
		}
		list = append(list, name)
		if isPlayer(root, name) {
			players = append(players, name)
		}
		if IsSource(name) {
			sources = append(sources, name)
		}
	}
	switch {
	case err != nil || len(list) == 0:
		return "it is empty"
	case len(players) > 1:
		return fmt.Sprintf("%d players are in it: name it as the folder of players, %s", len(players), sanitize.ShellQuote(word+"/"))
	case len(players) == 1:
		return fmt.Sprintf("the player is in %s: move it up, or name that folder", filepath.Join(word, players[0]))
	case len(sources) > 0:
		return fmt.Sprintf("it has sources, %s: name a single one main with its ending, or type --kit for players of a kit", sanitize.JoinNames(sources, 3))
	}
	return "it has " + sanitize.JoinNames(list, 5)
}

// isIgnored reports whether a file is hidden or was added by an archiver.
func isIgnored(name string) bool { return strings.HasPrefix(name, ".") || name == "__MACOSX" }

var archiveExtensions = []string{".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".rar", ".7z"}

func isArchive(path string) bool {
	return slices.Contains(archiveExtensions, strings.ToLower(filepath.Ext(path)))
}

func errArchive(path string) error {
	folder := strings.TrimSuffix(path, filepath.Ext(path))
	return fmt.Errorf("%s is an archive: unpack it into a folder (unzip -d %s %s), and take it away", path, sanitize.ShellQuote(folder), sanitize.ShellQuote(path))
}

// documentExtensions mark files that are not submissions.
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
