package players

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/files"
	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// Naming says how submissions are called in place of their folders.
type Naming struct {
	file  string
	names map[string]string // by the name of the folder, or of the file without its ending
	used  map[string]bool
}

const maxNaming = 1 << 20 // bytes of the file of a naming

// ReadNaming reads a table of two columns, folders and names, between which there is a comma, a
// semicolon or a tab. Of further columns nothing is read. Where no file is named it is nil.
func ReadNaming(file string) (*Naming, error) {
	if file == "" {
		return nil, nil
	}
	text, err := files.UTF8(file, maxNaming)
	if err != nil {
		return nil, err
	}
	n := &Naming{file, map[string]string{}, map[string]bool{}}
	table := csv.NewReader(bytes.NewReader(text))
	table.Comment, table.FieldsPerRecord, table.TrimLeadingSpace = '#', -1, true
	if i := bytes.IndexAny(text, ",;\t"); i >= 0 {
		table.Comma = rune(text[i])
	}
	of := map[string]string{}
	for {
		row, err := table.Read()
		if err == io.EOF {
			return n, nil
		}
		line, _ := table.FieldPos(0)
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, fmt.Errorf("%s:%d: %w", file, bad.Line, bad.Err)
		}
		if err != nil {
			return nil, err
		}
		if len(row) < 2 || tableName(row[0]) == "" || tableName(row[1]) == "" {
			return nil, fmt.Errorf("%s:%d: expected a folder and a name, as in: anna_puig,Anna Puig", file, line)
		}
		folder, name := folderKey(row[0]), tableName(row[1])
		if _, twice := n.names[folder]; twice {
			return nil, fmt.Errorf("%s:%d: %s has a name already", file, line, clean.Line(folder))
		}
		if other, taken := of[name]; taken {
			return nil, fmt.Errorf("%s:%d: %s is the name of %s already", file, line, name, clean.Line(other))
		}
		n.names[folder], of[name] = name, folder
	}
}

// folded is the name of a folder as a naming has it.
func folderKey(folder string) string {
	return norm.NFC.String(strings.TrimSuffix(strings.TrimSpace(folder), "/"))
}

// of is the name of the first of some folders that has one, else the first.
func (n *Naming) lookup(folders ...string) string {
	if n != nil {
		for _, folder := range folders {
			if name, ok := n.names[folderKey(folder)]; ok {
				n.used[folderKey(folder)] = true
				return name
			}
		}
	}
	return folders[0]
}

// Report tells which players have no name in the file, and which names are nobody's.
func (n *Naming) Report(w io.Writer, p *league.Plan) {
	var without, nobody []string
	named := map[string]bool{}
	for folder, name := range n.names {
		if named[name] = true; !n.used[folder] {
			nobody = append(nobody, folder)
		}
	}
	for _, e := range p.Player {
		if e.Program != nil && !named[e.Name] {
			without = append(without, e.Name)
		}
	}
	for _, l := range p.Left {
		if !named[l.Name] {
			without = append(without, l.Name)
		}
	}
	slices.Sort(nobody)
	if len(without) > 0 {
		fmt.Fprintf(w, "%s: has no name for %s\n", clean.Line(n.file), clean.Names(without, 10))
	}
	if len(nobody) > 0 {
		fmt.Fprintf(w, "%s: nothing was handed in by %s\n", clean.Line(n.file), clean.Names(nobody, 10))
	}
}

// Rename gives the players of a plan their names, to be published: nothing in the plan has the names of
// their folders any more, nor those that they give themselves. The plan is to be sealed again.
func (n *Naming) Rename(p *league.Plan) {
	p.Player, p.Left = slices.Clone(p.Player), slices.Clone(p.Left)
	for i := range p.Player {
		e := &p.Player[i]
		if e.Program == nil {
			continue
		}
		e.Name, e.Own = n.lookup(e.Name, resolve.DisplayName(e.Program.Argv)), ""
		e.Program = n.renameFiles(e)
	}
	for i := range p.Left {
		l := &p.Left[i]
		*l = league.NewLeftOut(n.lookup(l.Name, strings.TrimSuffix(l.Name, path.Ext(l.Name))), n.RenameFolders(l.Reason))
	}
}

// hidden is the program of a player whose files are called as the player is.
func (n *Naming) renameFiles(e *league.Entry) *league.Program {
	g := league.Program{Argv: slices.Clone(e.Program.Argv), Files: slices.Clone(e.Program.Files)}
	for w, word := range g.Argv {
		g.Argv[w] = n.RenameFolders(word)
	}
	for i := range g.Files {
		f := &g.Files[i]
		first, rest, deeper := strings.Cut(f.Name, "/")
		if f.Name = n.RenameFolders(first); len(g.Argv) == 1 {
			ext := ""
			if !deeper {
				ext = path.Ext(first)
			}
			f.Name = safeFileName(e.Name) + ext
			g.Argv[0] = path.Join(path.Dir(path.Clean(g.Argv[0])), f.Name)
			if !strings.Contains(g.Argv[0], "/") {
				g.Argv[0] = "./" + g.Argv[0]
			}
		}
		if deeper {
			f.Name += "/" + rest
		}
	}
	return &g
}

// safeFileName makes a name one of a file, whatever is in it.
func safeFileName(name string) string {
	name = strings.NewReplacer("/", "_", `\`, "_", ":", "_").Replace(name)
	if strings.HasPrefix(name, ".") {
		name = "_" + name
	}
	return name
}

// RenameFolders is a text in whose paths folders that have names are called by these.
func (n *Naming) RenameFolders(text string) string {
	parts := strings.Split(text, "/")
	for i, part := range parts {
		part = norm.NFC.String(part)
		best := ""
		for folder := range n.names {
			if rest, is := strings.CutPrefix(part, folder); is && len(folder) > len(best) && !continuesWord(rest) {
				best = folder
			}
		}
		if best != "" {
			parts[i] = safeFileName(n.names[best]) + part[len(best):]
		}
	}
	return strings.Join(parts, "/")
}

// continuesWord reports whether a text goes on with the word before it.
func continuesWord(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}
