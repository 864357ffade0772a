package compile

import (
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"game-tui/ai/process/resolve"
)

// goFlags are those that decide what a package is compiled to. They are the same for players and for the standard library.
var goFlags = []string{"-trimpath", "-buildvcs=false"}

// Files in the folder of a compiler.
const (
	goCache     = ours + "/cache"
	goTelemetry = ours + "/go/telemetry/mode"
)

// goProgram compiles a program in Go: the file, or the module or files of its folder.
func (j *job) goProgram() {
	j.Files[goTelemetry] = []byte("off")
	files := []string(nil)
	if _, ok := j.Files["go.mod"]; ok {
		files = []string{"."}
	} else {
		for _, name := range slices.Sorted(maps.Keys(j.Files)) {
			if path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") && !strings.Contains(name, "/") {
				files = append(files, "./"+name)
			}
		}
	}
	j.step("go", "build", goFlags, "-ldflags=-s -w", "-o", target, files)
}

// goPackages are the packages of the standard library that players use. Others are compiled with the player that imports
// them.
var goPackages = strings.Fields(`
	bufio bytes cmp container/heap container/list container/ring context encoding/binary encoding/json errors flag fmt
	hash/fnv hash/maphash io iter log maps math math/big math/bits math/cmplx math/rand math/rand/v2 os path path/filepath
	reflect regexp runtime/debug slices sort strconv strings sync sync/atomic text/tabwriter time unicode unicode/utf8 unsafe`)

// goLibrary returns the job that compiles the standard library, or nil if there is no Go. No file of a player is part of
// it, and each build gets a copy of what it makes. So nothing that a player's build writes can reach another one.
func (b *Compiler) goLibrary() *job {
	tool, err := resolve.LookPath("go")
	if err == nil {
		tool, err = filepath.EvalSymlinks(tool)
	}
	if err != nil {
		return nil
	}
	j := b.job(&resolve.Source{Main: "library.go", Files: map[string][]byte{goTelemetry: []byte("off")}}, goCache)
	j.called, j.shared, j.tree = "the Go library", true, true
	src := filepath.Join(filepath.Dir(filepath.Dir(tool)), "src")
	j.step("go", "build", goFlags, slices.DeleteFunc(slices.Clone(goPackages), func(name string) bool {
		_, err := os.Stat(filepath.Join(src, name))
		return err != nil // this Go is too old for it
	}))
	return j
}

// noLibrary has the names of libraries that this program could not compile. It does not try again.
var noLibrary sync.Map

// copyInto copies the compiled standard library into the cache of a build, which does not exist yet. If there is no
// library, the build compiles what it needs.
func (j *job) copyInto(ctx context.Context, cache string) {
	tools, err := j.tools()
	if err != nil {
		return
	}
	key := [2]any{j.sum(tools), j.budget}
	if _, ok := noLibrary.Load(key); ok {
		return
	}
	dir, _, err := j.run(ctx)
	if err == nil {
		err = copyTreeAt(filepath.Join(dir, programName(j.Main)), cache)
	}
	if err != nil {
		_ = os.RemoveAll(cache) // a build must not start from a part of the library
		if ctx.Err() == nil {
			noLibrary.Store(key, true)
		}
	}
}

func copyTreeAt(dir, to string) error {
	from, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer from.Close()
	return copyTree(from, to)
}
