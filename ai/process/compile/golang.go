package compile

import (
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/ai/process/resolve"
)

// goFlags must be the same for players and the standard library, because compiled packages depend
// on them.
var goFlags = []string{"-trimpath", "-buildvcs=false"}

const (
	goCache     = internalDir + "/cache"
	goTelemetry = internalDir + "/go/telemetry/mode"
)

func (j *job) addGoStep() {
	j.Files[goTelemetry] = []byte("off")
	files := []string{"."}
	if _, ok := j.Files["go.mod"]; !ok {
		files = nil
		for _, name := range slices.Sorted(maps.Keys(j.Files)) {
			if path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") && !strings.Contains(name, "/") {
				files = append(files, "./"+name)
			}
		}
	}
	j.addStep([]string{"go", "build"}, goFlags, []string{"-ldflags=-s -w", "-o", target}, files)
}

// goPackages are the standard library packages to compile in advance. Others are compiled when a
// player imports them.
var goPackages = strings.Fields(`
	bufio bytes cmp container/heap container/list container/ring context encoding/binary encoding/json errors flag fmt
	hash/fnv hash/maphash io iter log maps math math/big math/bits math/cmplx math/rand math/rand/v2 os path path/filepath
	reflect regexp runtime/debug slices sort strconv strings sync sync/atomic text/tabwriter time unicode unicode/utf8 unsafe`)

// goLibraryJob returns the job that compiles the standard library. Each build uses its own copy of the
// result.
func (b *Compiler) goLibraryJob() *job {
	j := b.newJob("the Go library", &resolve.Source{Main: "library.go", Files: map[string][]byte{goTelemetry: []byte("off")}}, goCache)
	j.addStep([]string{"go", "build"}, goFlags, goPackages)
	return j
}

// copyLibraryTo copies the library to a build's cache. If that fails, the build compiles the packages
// itself.
func (j *job) copyLibraryTo(ctx context.Context, cache string) {
	dir, _, err := j.run(ctx)
	if err == nil {
		err = os.CopyFS(cache, os.DirFS(filepath.Join(dir, programName(j.Main))))
	}
	if err != nil {
		_ = os.RemoveAll(cache) // an incomplete copy is unusable
	}
}
