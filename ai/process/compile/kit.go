package compile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/ai/process/kit"
	"game-tui/ai/process/resolve"
	"game-tui/sim/lazy"
)

type kitFiles struct {
	files map[string][]byte // contents by file name
	std   string            // compiler argument for the C++ standard
}

const defaultStd = "-std=gnu++17"

// stdOf matches the C++ standard in a kit's Makefile, which is never executed.
var stdOf = lazy.Regexp(`-std=(?:c|gnu)\+\+[0-9a-z]{2}\b`)

func isCpp(name string) bool { return path.Ext(name) == ".cc" || path.Ext(name) == ".cpp" }

// CheckKit returns an error if the kit cannot be read.
func (b *Compiler) CheckKit() (err error) {
	if b.hasKit() {
		_, err = b.readKit()
	}
	return err
}

// readKit reads the files of the kit and of the adapter, without players.
func (b *Compiler) readKit() (*kitFiles, error) {
	root, err := os.OpenRoot(b.Kit.String())
	if err != nil {
		return nil, fmt.Errorf("--kit %s: %w", b.Kit, errors.Unwrap(err))
	}
	defer root.Close()
	if _, err := root.Stat("Player.hh"); err != nil {
		return nil, fmt.Errorf("--kit %s is not the folder of a game kit: it has no Player.hh", b.Kit)
	}
	list, err := fs.ReadDir(root.FS(), ".")
	k, left := &kitFiles{map[string][]byte{}, defaultStd}, int64(resolve.MaxSource)
	for _, entry := range list {
		name := entry.Name()
		isPart := isCpp(name) && !strings.HasPrefix(name, "AI") || slices.Contains([]string{".hh", ".h", ".hpp"}, path.Ext(name))
		info, wrong := root.Stat(name)
		if !isPart && name != "Makefile" || wrong != nil || !info.Mode().IsRegular() {
			continue
		}
		if left -= info.Size(); left < 0 {
			return nil, fmt.Errorf("--kit %s: %w", b.Kit, resolve.ErrLargeSource)
		}
		text, wrong := root.ReadFile(name)
		err = errors.Join(err, wrong)
		if isPart {
			k.files[name] = text
		} else if std := stdOf().Find(text); std != nil {
			k.std = string(std)
		}
	}
	for _, name := range kit.Names {
		text, wrong := kit.Adapter(name)
		k.files[name], err = text, errors.Join(err, wrong)
	}
	if err != nil {
		return nil, fmt.Errorf("--kit %s: %w", b.Kit, err)
	}
	return k, nil
}

// archive compiles the kit and the adapter into an archive. The adapter comes first, because it
// replaces main. Files that do not compile are skipped.
func (b *Compiler) archive(ctx context.Context, k *kitFiles) (archive []byte, output []string, err error) {
	sources := []string{"./SecMain.cc", "./SecGame.cc"}
	for _, name := range slices.Sorted(maps.Keys(k.files)) {
		if isCpp(name) && !slices.Contains(sources, "./"+name) {
			sources = append(sources, "./"+name)
		}
	}
	objects := slices.Clone(sources)
	for i, name := range sources {
		objects[i] = strings.TrimSuffix(name, path.Ext(name)) + ".o"
	}
	job := b.job("the kit", &resolve.Source{Main: "kit.cc", Files: k.files}, "kit.a")
	job.lenient = true
	job.step("g++", k.std, "-O2", "-fmax-errors=20", b.KitFlags, "-c", sources)
	job.step("ar", "rcsD", "kit.a", objects)
	dir, output, err := job.run(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("the kit %w", err)
	}
	archive, err = os.ReadFile(filepath.Join(dir, programName("kit.cc")))
	return archive, output, err
}
