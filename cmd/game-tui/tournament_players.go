package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"game-tui/ai/process"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// contender is a player of a plan, with its command where it is a program.
type contender struct {
	league.Entry
	command process.Command
}

// contenders makes the players of a plan of the words that were typed. A folder
// that is no player itself stands for the players in it; what cannot play there is
// told, and left out.
func (f *tournamentFlags) contenders(game sim.Game, words []process.Typed) ([]contender, error) {
	var list []contender
	for _, word := range words {
		command, ok, err := process.Parse(word)
		if err != nil {
			return nil, err
		}
		if !ok {
			e, err := builtin(game, word.String())
			if err != nil {
				return nil, err
			}
			list = append(list, contender{Entry: league.Entry{Builtin: e.Seat.Name}})
			continue
		}
		some, err := f.programs(command)
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	nameAll(list)
	return list, nil
}

// enough refuses numbers of players that cannot play a tournament.
func enough(list []contender, words []process.Typed) error {
	switch n := len(list); {
	case n == 1:
		return fmt.Errorf("%s alone is no tournament: name more, or climb the built-in players with game-tui ladder %s", list[0].Name, quoted(words[0].String()))
	case n == 0:
		return errors.New("no player is named: type game-tui tournament players/, or names that game-tui players lists")
	case n == 3:
		return errors.New("three players: a match has four seats; name a fourth, such as Demo, or two of them to compare")
	case n > league.MaxPlayers:
		return fmt.Errorf("%d players: at most %d can play in a tournament", n, league.MaxPlayers)
	}
	return nil
}

// copies makes contenders the players of a plan.
func (f *tournamentFlags) copies(game sim.Game, p *league.Plan, list []contender) (*copies, error) {
	mode, err := process.ParseMode(f.sandbox)
	if err != nil {
		return nil, err
	}
	c := newCopies(game, p, mode)
	c.typed = map[int]process.Command{}
	p.Player = nil
	for i, one := range list {
		p.Player = append(p.Player, one.Entry)
		c.typed[i] = one.command
	}
	return c, nil
}

// programs makes the player of a command, or all players of its folder.
func (f *tournamentFlags) programs(command process.Command) (list []contender, err error) {
	c, err := f.program(command)
	if _, ok := errors.AsType[*process.NoEntryError](err); !ok || len(command.Words()) > 1 {
		return []contender{c}, cmp.Or(err, command.Alone())
	}
	found, err := command.Inside()
	if err != nil {
		return nil, fmt.Errorf("the folder %s: %w", command.Words()[0], err)
	}
	for _, command := range found {
		c, err := f.program(command)
		if err != nil {
			fmt.Fprintln(f.stderr, "left out:", clean.Line(err.Error()))
			continue
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the folder %s is no player, and has no players in it", command.Words()[0])
	}
	return list, nil
}

// program makes a player of a plan, but for its name.
func (f *tournamentFlags) program(command process.Command) (contender, error) {
	c := contender{league.Entry{Program: &league.Program{Argv: command.Words()}}, command}
	mode, err := process.ParseMode(f.sandbox)
	if err != nil {
		return c, err
	}
	if err = (process.Spec{Command: command, Sandbox: mode}).Check(); err == nil {
		c.Program.Files, err = filesOf(command)
	}
	if err == nil {
		_, err = c.Program.Room()
	}
	if err == nil {
		err = c.Program.Check()
	}
	if err != nil {
		return c, fmt.Errorf("player %s: %w", wordOf(&c.Entry), err)
	}
	return c, nil
}

// filesOf identifies the files of a command.
func filesOf(command process.Command) ([]league.File, error) {
	var list []league.File
	left, seen := int64(maxHashed), 0
	err := command.Files(func(f *process.File) error {
		if seen++; seen > league.MaxFiles {
			return league.ErrMany
		}
		if f.Info.IsDir() {
			return nil
		}
		h := sha256.New()
		n, err := copyFile(h, f, left)
		left -= n
		if err != nil {
			return err
		}
		list = append(list, league.File{Word: f.Word, Name: f.Name, SHA256: hex.EncodeToString(h.Sum(nil)),
			Size: n, Exec: f.Info.Mode()&0o111 != 0})
		return nil
	})
	return list, err
}

// nameAll gives players short names of their own: the last part of what was typed,
// all of it where others have the same, and a number where that does not help.
func nameAll(list []contender) {
	const longest = 60 // and a number
	short := map[string]int{}
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Builtin
		if list[i].Program != nil {
			names[i] = shortName(list[i].Program.Argv)
		}
		short[names[i]]++
	}
	used := map[string]bool{}
	for i, name := range names {
		if short[name] > 1 && list[i].Program != nil {
			name = strings.TrimRight(wordOf(&list[i].Entry), "/")
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
func shortName(command []string) string {
	base := filepath.Base(command[0])
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if len(command) == 1 && len(base) > sim.MaxName {
		return base
	}
	return process.ShortName(command)
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
func heldIn(p *league.Plan) bool { return programsOf(p) == 0 || process.Require.Check() == nil }

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

// commandsOf are the players of a plan that are commands: what their words open depends on
// who types them.
func commandsOf(p *league.Plan) (list []int) {
	for i := range p.Player {
		if p.Player[i].Program != nil && strings.HasPrefix(wordOf(&p.Player[i]), process.CommandPrefix) {
			list = append(list, i)
		}
	}
	return list
}

// typedAgain finds the players of a plan that were typed to go on with it. All that are commands
// must be, and none may be another one than it was.
func (f *tournamentFlags) typedAgain(game sim.Game, p *league.Plan, words []process.Typed) (map[int]process.Command, error) {
	list, err := f.contenders(game, words)
	if err != nil {
		return nil, err
	}
	typed := map[int]process.Command{}
	for _, c := range list {
		i := slices.IndexFunc(p.Player, func(e league.Entry) bool {
			return e.Builtin == c.Builtin && (e.Program == nil || slices.Equal(e.Program.Argv, c.Program.Argv))
		})
		if i < 0 {
			return nil, fmt.Errorf("%s is no player of this tournament: --resume goes on with those of the record", wordOf(&c.Entry))
		}
		e := &p.Player[i]
		if e.Program == nil {
			continue
		}
		if name, how := changed(e.Program.Files, c.Program.Files); name != "" {
			return nil, fmt.Errorf("player %s: %s %s since the tournament began; %s", e.Name, name, how, putBack)
		}
		for k := range p.Player { // it may play more than once
			if g := p.Player[k].Program; g != nil && slices.Equal(g.Argv, e.Program.Argv) {
				typed[k] = c.command
			}
		}
	}
	for _, i := range commandsOf(p) {
		if _, ok := typed[i]; !ok {
			return nil, fmt.Errorf("%s: what commands of a record may read is for you to say: look at them, and type %s", f.resume, f.resumeLine(f.resume, p))
		}
	}
	return typed, nil
}

// putBack is what to do where a player is not what it was.
const putBack = "put it back as it was, or begin a new tournament"

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
