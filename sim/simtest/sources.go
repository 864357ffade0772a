package simtest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// checkSources looks for what would make the same seed give other bytes.
func checkSources(x *exam) {
	if x.Dir == "" {
		return
	}
	faults, err := Impure(os.DirFS(x.Dir))
	if err != nil {
		x.fault("the sources of the game cannot be read: %v", err)
	}
	for _, f := range faults {
		x.fault("%s", f)
	}
}

// impureImports are packages that a game must not use, and why.
var impureImports = map[string]string{
	"time":         "a clock",
	"math/rand":    "a generator other than sim.Rand",
	"math/rand/v2": "a generator other than sim.Rand",
	"crypto/rand":  "a generator other than sim.Rand",
	"hash/maphash": "a seed of its own",
	"os":           "the machine",
	"io/fs":        "the machine",
	"net":          "the machine",
	"runtime":      "the machine",
}

// Impure names the places in the Go files of a folder, tests apart, that make the
// same seed give other bytes: clocks, generators, goroutines, the order of maps.
func Impure(dir fs.FS) ([]string, error) {
	names, err := fs.Glob(dir, "*.go")
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(set, name, text, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil, errors.New("no Go files")
	}
	// The types of other packages are not looked at: what they would say is not missed.
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: nothing{}, Error: func(error) {}}
	_, _ = config.Check("game", set, files, info)
	var faults []string
	for _, file := range files {
		faults = append(faults, impureFile(set, file, info)...)
	}
	return faults, nil
}

// nothing imports no package.
type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}

func impureFile(set *token.FileSet, file *ast.File, info *types.Info) (faults []string) {
	fault := func(n ast.Node, format string, args ...any) {
		p := set.Position(n.Pos())
		faults = append(faults, fmt.Sprintf("%s:%d ", p.Filename, p.Line)+fmt.Sprintf(format, args...))
	}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if why, ok := impureImports[path]; ok {
			fault(spec, "imports %s: %s would decide what happens", path, why)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			fault(n, "starts a goroutine: the order of events would not be the same again")
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok && pkg.Name == "unsafe" && n.Sel.Name == "Pointer" {
				fault(n, "takes an address as a value: it is another each time")
			}
		case *ast.SelectStmt:
			fault(n, "selects among channels: the order of events would not be the same again")
		case *ast.RangeStmt:
			if overMap(n.X, info) {
				fault(n, "ranges over a map: its order is another each time; range over sorted keys")
			}
		}
		return true
	})
	return faults
}

// overMap reports whether an expression is a map, or the keys or values of one.
func overMap(e ast.Expr, info *types.Info) bool {
	if t := info.Types[e].Type; t != nil {
		if _, ok := t.Underlying().(*types.Map); ok {
			return true
		}
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := f.X.(*ast.Ident)
	return ok && pkg.Name == "maps" && slices.Contains([]string{"All", "Keys", "Values"}, f.Sel.Name)
}
