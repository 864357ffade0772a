package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// contender is a player of a plan, with its copy where it is a program.
type contender struct {
	league.Entry
	copied    files.Copy
	originals []*files.Original
}

// playerReader makes players of the words that were typed.
type playerReader struct {
	*play.Request
	stderr io.Writer
}

// contenders makes the players of a plan of the words that were typed. A folder
// that is no player itself stands for the players in it; what cannot play there is
// told, and left out. Programs are copied.
func (f *playerReader) contenders(ctx context.Context, game sim.Game, words []process.Typed, dir *files.Copies) ([]contender, error) {
	var list []contender
	for _, word := range words {
		command, ok, err := process.Parse(word)
		if err != nil {
			return nil, err
		}
		if !ok {
			e, err := play.Builtin(game, word.String(), f.Commands)
			if err != nil {
				return nil, err
			}
			list = append(list, contender{Entry: league.Entry{Builtin: e.Seat.Name}})
			continue
		}
		some, err := f.programs(ctx, command, dir)
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
		return fmt.Errorf("%s alone is no tournament: name more, or climb the built-in players with game-tui ladder %s", list[0].Name, typed.Quoted(words[0].String()))
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
func (f *playerReader) copies(game sim.Game, p *league.Plan, list []contender, dir *files.Copies) (*copies, error) {
	mode, err := process.ParseMode(f.Sandbox)
	if err != nil {
		return nil, err
	}
	c := newCopies(game, p, mode, dir)
	p.Player = nil
	for i := range list {
		p.Player = append(p.Player, list[i].Entry)
		if list[i].Program != nil {
			c.typed(i, &list[i])
		}
	}
	return c, nil
}

// programs makes the player of a command, or all players of its folder.
func (f *playerReader) programs(ctx context.Context, command process.Command, dir *files.Copies) (list []contender, err error) {
	c, err := f.program(ctx, command, dir)
	if _, ok := errors.AsType[*process.NoEntryError](err); !ok || len(command.Words()) > 1 {
		return []contender{c}, cmp.Or(command.Alone(), err)
	}
	found, err := command.Inside()
	if err != nil {
		return nil, fmt.Errorf("the folder %s: %w", command.Words()[0], err)
	}
	for _, command := range found {
		c, err := f.program(ctx, command, dir)
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
func (f *playerReader) program(ctx context.Context, command process.Command, dir *files.Copies) (contender, error) {
	c := contender{Entry: league.Entry{Program: &league.Program{Argv: command.Words()}}}
	mode, err := process.ParseMode(f.Sandbox)
	if err != nil {
		return c, err
	}
	if err = (process.Spec{Command: command, Sandbox: mode}).Check(); err == nil {
		c.Program, c.copied, c.originals, err = dir.Take(ctx, command)
	}
	if err != nil {
		return c, fmt.Errorf("player %s: %w", wordOf(&c.Entry), err)
	}
	return c, nil
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
		name = cmp.Or(strings.Join(strings.Fields(clean.Short(name, longest)), " "), "player")
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
	return play.Shared(p.Limits.MatchWall, cores*seats, cores)
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
	return process.Written(e.Program.Argv)
}

// toType are the players of a record that its words alone do not play: what commands open, and
// files elsewhere on this disk, depends on who types them.
func toType(record string, p *league.Plan) (list []int) {
	for i := range p.Player {
		g := p.Player[i].Program
		if g != nil && (strings.HasPrefix(wordOf(&p.Player[i]), process.CommandPrefix) || slices.ContainsFunc(g.Files, func(f league.File) bool {
			return files.Outside(record, g.Argv[f.Word], f.Name)
		})) {
			list = append(list, i)
		}
	}
	return list
}

// typedAgain has players of the plan of a record play that were typed to go on with it. All that have
// to be typed must be, and none may be another one than it was; line is what to type.
func (f *playerReader) typedAgain(ctx context.Context, c *copies, words []process.Typed, line func() string) error {
	p := c.plan
	list, err := f.contenders(ctx, c.game, words, c.dir)
	if err != nil {
		return err
	}
	for _, one := range list {
		i := slices.IndexFunc(p.Player, func(e league.Entry) bool {
			return e.Builtin == one.Builtin && (e.Program == nil || slices.Equal(e.Program.Argv, one.Program.Argv))
		})
		if i < 0 {
			return fmt.Errorf("%s is no player of this tournament: --resume goes on with those of the record", wordOf(&one.Entry))
		}
		e := &p.Player[i]
		if e.Program == nil {
			continue
		}
		if name, how := changed(e.Program.Files, one.Program.Files); name != "" {
			return fmt.Errorf("player %s: %s %s since the tournament began; %s", e.Name, name, how, putBack)
		}
		for k := range p.Player { // it may play more than once
			if g := p.Player[k].Program; g != nil && slices.Equal(g.Argv, e.Program.Argv) && slices.Equal(g.Files, e.Program.Files) {
				c.typed(k, &one)
			}
		}
	}
	for _, i := range toType(c.record, p) {
		if _, ok := c.made[i]; !ok {
			return fmt.Errorf("%s: what its players may read that are commands, or lie elsewhere, is for you to say: look at them, and type %s", c.record, line())
		}
	}
	return nil
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

// warn says what does not keep programs in.
func (f *playerReader) warn(p *league.Plan) {
	mode, err := process.ParseMode(f.Sandbox)
	if err != nil || programsOf(p) == 0 {
		return
	}
	for _, warning := range process.Warnings(mode) {
		fmt.Fprintln(f.stderr, "warning:", warning)
	}
}
