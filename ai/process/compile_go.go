package process

import (
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	j.files[goTelemetry] = []byte("off")
	files := []string(nil)
	if _, ok := j.files["go.mod"]; ok {
		files = []string{"."}
	} else {
		for _, name := range slices.Sorted(maps.Keys(j.files)) {
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
	tool, err := LookPath("go")
	if err == nil {
		tool, err = filepath.EvalSymlinks(tool)
	}
	if err != nil {
		return nil
	}
	j := b.job(&source{"library.go", map[string][]byte{goTelemetry: []byte("off")}}, goCache)
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

// copyInto copies the standard library into the cache of a build, which does not exist yet. A library that is damaged is
// compiled again. If that fails too, there is no cache, and the build compiles what it needs.
func (j *job) copyInto(ctx context.Context, cache string) {
	tools, err := j.tools()
	if err != nil {
		return
	}
	name := j.sum(tools)
	key := [2]any{name, j.budget}
	if _, ok := noLibrary.Load(key); ok {
		return
	}
	for range 2 {
		dir, _, err := j.run(ctx)
		if err != nil {
			if ctx.Err() == nil {
				noLibrary.Store(key, true)
			}
			return
		}
		tree := filepath.Join(dir, programName(j.main))
		if copyIntact(tree, cache) {
			return
		}
		_ = os.RemoveAll(cache)
		j.discardDamaged(ctx, name, tree)
	}
}

// copyIntact copies a tree of the store and reports whether the copy is what compilers made.
func copyIntact(tree, to string) bool {
	from, err := os.OpenRoot(tree)
	if err != nil {
		return false
	}
	defer from.Close()
	return copyTree(from, to) == nil && isIntact(to, tree)
}

// isIntact reports whether a folder has the checksum that was stored for a tree.
func isIntact(dir, tree string) bool {
	want, err := os.ReadFile(tree + sumEnding)
	if err != nil {
		return false
	}
	got, err := checksum(dir)
	return err == nil && got == string(want)
}

// discardDamaged removes the entry of a tree from the store if it is damaged. Another build may have replaced it already.
func (j *job) discardDamaged(ctx context.Context, name, tree string) {
	kept, err := openCompiledStore()
	if err != nil {
		return
	}
	defer kept.lock(ctx, name, j.budget.Wall)()
	if !isIntact(tree, tree) {
		kept.discard(name)
	}
}
