package roster

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
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim/league"
	"game-tui/sim/sanitize"
)

// Naming maps submission folders to player names.
type Naming struct {
	file         string
	nameByFolder map[string]string // player names by folder, or by file name without extension
	usedFolders  map[string]bool
}

// ReadNaming reads a CSV table of folders and names. The separator may be a comma, semicolon or
// tab. It returns nil if file is empty.
func ReadNaming(file string) (*Naming, error) {
	if file == "" {
		return nil, nil
	}
	text, err := files.ReadUTF8(file, 1<<20)
	if err != nil {
		return nil, err
	}
	n := &Naming{file, map[string]string{}, map[string]bool{}}
	table := csv.NewReader(bytes.NewReader(text))
	table.Comment, table.FieldsPerRecord, table.TrimLeadingSpace = '#', -1, true
	if i := bytes.IndexAny(text, ",;\t"); i >= 0 {
		table.Comma = rune(text[i])
	}
	folderByName := map[string]string{}
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
			return nil, fmt.Errorf("%s:%d: expected a folder and a name, as in anna_puig,Anna Puig", file, line)
		}
		folder, name := folderKey(row[0]), tableName(row[1])
		if _, twice := n.nameByFolder[folder]; twice {
			return nil, fmt.Errorf("%s:%d: %s already has a name", file, line, sanitize.Line(folder))
		}
		if other, taken := folderByName[name]; taken {
			return nil, fmt.Errorf("%s:%d: the name %s is already used for %s", file, line, name, sanitize.Line(other))
		}
		n.nameByFolder[folder], folderByName[name] = name, folder
	}
}

func folderKey(folder string) string {
	return norm.NFC.String(strings.TrimSuffix(strings.TrimSpace(folder), "/"))
}

func (n *Naming) lookup(folders ...string) string {
	if n != nil {
		for _, folder := range folders {
			if name, ok := n.nameByFolder[folderKey(folder)]; ok {
				n.usedFolders[folderKey(folder)] = true
				return name
			}
		}
	}
	return folders[0]
}

// Report prints which players have no name in the table, and which folders in the table have no
// player.
func (n *Naming) Report(w io.Writer, p *league.Plan) {
	var unnamed, unmatched []string
	named := map[string]bool{}
	for folder, name := range n.nameByFolder {
		if named[name] = true; !n.usedFolders[folder] {
			unmatched = append(unmatched, folder)
		}
	}
	for _, e := range p.Players {
		if e.Program != nil && !named[e.Name] {
			unnamed = append(unnamed, e.Name)
		}
	}
	for _, l := range p.Rejected {
		if !named[l.Name] {
			unnamed = append(unnamed, l.Name)
		}
	}
	slices.Sort(unmatched)
	if len(unnamed) > 0 {
		fmt.Fprintf(w, "%s: no name for %s\n", sanitize.Line(n.file), sanitize.JoinNames(unnamed, 10))
	}
	if len(unmatched) > 0 {
		fmt.Fprintf(w, "%s: no submission from %s\n", sanitize.Line(n.file), sanitize.JoinNames(unmatched, 10))
	}
}

// Rename replaces folder names in a plan with the players' names, and removes the names that
// programs report. Callers must seal the plan again.
func (n *Naming) Rename(p *league.Plan) {
	p.Players, p.Rejected = slices.Clone(p.Players), slices.Clone(p.Rejected)
	for i := range p.Players {
		e := &p.Players[i]
		if e.Program == nil {
			continue
		}
		e.Name, e.OwnName = n.lookup(e.Name, resolve.DisplayName(e.Program.Argv)), ""
		e.Program = n.renameFiles(e)
	}
	for i := range p.Rejected {
		l := &p.Rejected[i]
		*l = league.NewRejection(n.lookup(l.Name, strings.TrimSuffix(l.Name, path.Ext(l.Name))), n.RenameFolders(l.Reason))
	}
}

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

func safeFileName(name string) string {
	name = strings.NewReplacer("/", "_", `\`, "_", ":", "_").Replace(name)
	if strings.HasPrefix(name, ".") {
		name = "_" + name
	}
	return name
}

// RenameFolders replaces submission folders in a path or message with the players' names.
func (n *Naming) RenameFolders(text string) string {
	parts := strings.Split(text, "/")
	for i, part := range parts {
		part = norm.NFC.String(part)
		best := ""
		for folder := range n.nameByFolder {
			rest, ok := strings.CutPrefix(part, folder)
			next, _ := utf8.DecodeRuneInString(rest)
			if ok && len(folder) > len(best) && next != '_' && !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				best = folder
			}
		}
		if best != "" {
			parts[i] = safeFileName(n.nameByFolder[best]) + part[len(best):]
		}
	}
	return strings.Join(parts, "/")
}
