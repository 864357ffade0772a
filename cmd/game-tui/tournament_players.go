package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"game-tui/ai"
	"game-tui/ai/process"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// contenders makes the players of a plan of the words that were typed. A folder
// that is no player itself stands for the players in it; what cannot play there is
// told, and left out.
func (f *tournamentFlags) contenders(game sim.Game, words []string, limits sim.Limits) ([]league.Entry, error) {
	var list []league.Entry
	var taken []string // the words of list
	add := func(word string) error {
		e, err := f.contender(game, word, limits)
		if err == nil {
			list, taken = append(list, e), append(taken, word)
		}
		return err
	}
	for _, word := range words {
		err := add(word)
		if _, ok := errors.AsType[*process.NoEntryError](err); ok {
			err = f.folder(word, add)
		}
		if err != nil {
			return nil, err
		}
	}
	nameAll(list, taken)
	return list, nil
}

// folder adds all players of a folder.
func (f *tournamentFlags) folder(word string, add func(string) error) error {
	files, err := os.ReadDir(word)
	if err != nil {
		return fileError(err)
	}
	added := 0
	for _, file := range files {
		if strings.HasPrefix(file.Name(), ".") {
			continue
		}
		path := strings.TrimRight(word, "/") + "/" + file.Name()
		if err := add(path); err != nil {
			fmt.Fprintln(f.stderr, "left out:", clean.Line(err.Error()))
			continue
		}
		added++
	}
	if added == 0 {
		return fmt.Errorf("the folder %s is no player, and has no players in it", word)
	}
	return nil
}

// contender makes a player of a plan, but for its name.
func (f *tournamentFlags) contender(game sim.Game, word string, limits sim.Limits) (league.Entry, error) {
	e, err := f.entry(game, word, limits)
	if err != nil {
		return league.Entry{}, err
	}
	if e.Seat.Shown == "" {
		return league.Entry{Builtin: e.Seat.Name}, nil
	}
	command, _, err := process.Parse(word)
	if err != nil {
		return league.Entry{}, err
	}
	files, err := filesOf(command)
	if err != nil {
		return league.Entry{}, fmt.Errorf("player %s: %w", word, err)
	}
	return league.Entry{Program: &league.Program{Argv: command, Files: files}}, nil
}

// filesOf identifies the files of a command.
func filesOf(command []string) ([]league.File, error) {
	var list []league.File
	left := int64(maxHashed)
	err := eachFile(command, func(word int, name, path string, info fs.FileInfo) error {
		if len(list) == league.MaxFiles {
			return fmt.Errorf("it has more than %d files: leave in its folder what it needs to play", league.MaxFiles)
		}
		h := sha256.New()
		n, err := copyFile(h, path, left)
		left -= n
		if err != nil {
			return err
		}
		list = append(list, league.File{Word: word, Name: name, SHA256: hex.EncodeToString(h.Sum(nil)),
			Size: n, Exec: info.Mode()&0o111 != 0})
		return nil
	})
	return list, err
}

// nameAll gives players short names of their own: the last part of what was typed,
// all of it where others have the same, and a number where that does not help.
func nameAll(list []league.Entry, words []string) {
	const longest = 60 // and a number
	short := map[string]int{}
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Builtin
		if list[i].Program != nil {
			names[i] = shortName(words[i], list[i].Program.Argv)
		}
		short[names[i]]++
	}
	used := map[string]bool{}
	for i, name := range names {
		if short[name] > 1 && list[i].Program != nil {
			name = strings.TrimRight(words[i], "/")
		}
		name = clean.Short(name, longest)
		if strings.HasPrefix(name, "-") {
			name = "./" + name
		}
		first := name
		for k := 2; used[name]; k++ {
			name = fmt.Sprintf("%s-%d", first, k)
		}
		used[name] = true
		list[i].Name = name
	}
}

// shortName is what the recording calls a program, or the whole name of its file
// where that is longer than a recording can hold.
func shortName(word string, command []string) string {
	base := filepath.Base(word)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if len(command) == 1 && len(base) > sim.MaxName {
		return base
	}
	return process.ShortName(command)
}

// field makes the players of a plan for matches on this machine, at most workers
// at the same time.
func (f *tournamentFlags) field(game sim.Game, p *league.Plan, workers int) (*match.Field, error) {
	field := fieldOf(game, p)
	field.Spec.Limits.MatchWall = wallOf(p, workers)
	for i := range p.Player {
		e, err := f.entry(game, wordOf(&p.Player[i]), field.Spec.Limits)
		if err != nil {
			return nil, err
		}
		field.Entries = append(field.Entries, e)
	}
	return field, nil
}

// wallOf is how long all answers of a program in a match may take on so many cores.
func wallOf(p *league.Plan, cores int) time.Duration {
	seats := min(programsOf(p)*sim.Seats/min(len(p.Player), sim.Seats), sim.Seats) // that programs take at most
	return shared(p.Limits.MatchWall, cores*seats, cores)
}

// fieldOf is the field of a plan without players.
func fieldOf(game sim.Game, p *league.Plan) *match.Field {
	return &match.Field{Game: game, Spec: match.Spec{Engine: p.Engine, Game: p.Game, Config: p.Config, Limits: matchLimits(p)}}
}

// programsOf counts the players of a plan that are programs.
func programsOf(p *league.Plan) (n int) {
	for _, e := range p.Player {
		if e.Program != nil {
			n++
		}
	}
	return n
}

// heldIn reports whether this system keeps the programs of a plan in.
func heldIn(p *league.Plan) bool {
	for _, e := range p.Player {
		if e.Program == nil {
			continue
		}
		spec := process.Spec{Command: e.Program.Argv, Sandbox: process.Auto}
		if spec.Check() != nil {
			continue // something else is wrong with it
		}
		spec.Sandbox = process.Require
		return spec.Check() == nil
	}
	return true
}

// wordOf is the word by which a player of a plan is typed.
func wordOf(e *league.Entry) string {
	if e.Program == nil {
		return e.Builtin
	}
	argv := e.Program.Argv
	if len(argv) == 1 && strings.ContainsAny(argv[0], "/"+string(filepath.Separator)) {
		if strings.HasPrefix(argv[0], "-") {
			return "./" + argv[0] // no flag
		}
		return argv[0]
	}
	parts := slices.Clone(argv)
	for i, part := range parts {
		quote := `"`
		if strings.Contains(part, quote) {
			quote = `'`
		}
		if part == "" || strings.ContainsAny(part, " \t'\"") {
			parts[i] = quote + part + quote
		}
	}
	return process.CommandPrefix + strings.Join(parts, " ")
}

// unchanged says which player of a plan is not there, or is not what it was when
// the tournament was begun.
func unchanged(game sim.Game, p *league.Plan) error {
	for i := range p.Player {
		if err := asBegun(game, &p.Player[i]); err != nil {
			return fmt.Errorf("%w; put it back as it was, or begin a new tournament", err)
		}
	}
	return nil
}

// asBegun says in what a player is not what it was when the tournament was begun.
func asBegun(game sim.Game, e *league.Entry) error {
	if e.Program == nil {
		if _, ok := ai.Find(game.Name(), e.Builtin); !ok {
			return fmt.Errorf("player %s: there is no built-in player %s in %s", e.Name, e.Builtin, game.Title())
		}
		return nil
	}
	files, err := filesOf(e.Program.Argv)
	if err != nil {
		return fmt.Errorf("player %s: %w", e.Name, err)
	}
	switch name, how := changed(e.Program.Files, files); {
	case name == "":
		return nil
	case len(files) == 0:
		return fmt.Errorf("player %s: %s is not there (looked from this folder)", e.Name, wordOf(e))
	default:
		return fmt.Errorf("player %s: %s %s since the tournament began", e.Name, name, how)
	}
}

// entryAgain makes the entry of a player that is as it was when the tournament was begun.
func (f *matchFlags) entryAgain(game sim.Game, e *league.Entry, l sim.Limits) (match.Entry, error) {
	if err := asBegun(game, e); err != nil {
		return match.Entry{}, err
	}
	return f.entry(game, wordOf(e), l)
}

// changed finds the first file in which two lists differ.
func changed(was, is []league.File) (name, how string) {
	key := func(f league.File) string { return fmt.Sprint(f.Word, " ", f.Name) }
	now := map[string]league.File{}
	for _, f := range is {
		now[key(f)] = f
	}
	for _, f := range was {
		g, ok := now[key(f)]
		switch {
		case !ok:
			return f.Name, "has gone"
		case f != g:
			return f.Name, "has changed"
		}
		delete(now, key(f))
	}
	for _, f := range is {
		if _, ok := now[key(f)]; ok {
			return f.Name, "has come"
		}
	}
	return "", ""
}
