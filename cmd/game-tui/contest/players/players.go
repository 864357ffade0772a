// Package players makes players of the words that were typed and of the plan of a tournament. They
// play from copies; words of a plan that nobody has typed open nothing.
package players

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"game-tui/ai/process"
	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// Reader makes players of the words that were typed.
type Reader struct {
	Request *play.Request
	Stderr  io.Writer
	Dir     *Copies          // where programs are copied to
	Naming  *Naming          // of players in folders; nil: they are called by these
	LeftOut []league.LeftOut // of folders of players: what Contenders has left out
}

// Contenders makes the players of a plan of the words that were typed. A folder
// that is no player itself stands for the players in it; what cannot play there is
// left out, with a line that says why. Programs are copied.
func (r *Reader) Contenders(ctx context.Context, game sim.Game, words []resolve.Typed) ([]Contender, error) {
	made := make([][]Contender, len(words))
	var programs []resolve.Command
	var places []int // of programs in made
	for i, word := range words {
		command, ok, err := resolve.Parse(word)
		if err == nil && !ok {
			var e match.Entry
			e, err = play.Builtin(game, word.String(), r.Request.Commands)
			made[i] = []Contender{{Entry: league.Entry{Builtin: e.Seat.Name}}}
		}
		if err != nil {
			return nil, err
		}
		if ok {
			programs, places = append(programs, command), append(places, i)
		}
	}
	wrong := r.Request.CompileAll(ctx, programs)
	for k, i := range places {
		var err error
		if made[i], err = r.loadCommand(ctx, programs[k], wrong[k]); err != nil {
			return nil, err
		}
	}
	list := slices.Concat(made...)
	AssignNames(list, r.Naming)
	return list, nil
}

// CheckCount refuses numbers of players that cannot play a tournament.
func CheckCount(list []Contender, words []resolve.Typed) error {
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

// Entries are contenders as a plan has them.
func Entries(list []Contender) (entries []league.Entry) {
	for i := range list {
		entries = append(entries, list[i].Entry)
	}
	return entries
}

// Enroll makes contenders the players of a plan.
func (r *Reader) Enroll(game sim.Game, p *league.Plan, list []Contender) *Planned {
	c := New(game, p, r.Request.Sandbox, r.Dir)
	p.Player, p.Left = Entries(list), r.LeftOut
	for i := range list {
		if list[i].Program != nil {
			c.copies[i] = list[i].copied
		}
	}
	return c
}

// programs makes the player of a command, which was compiled or does not compile, or all players of its folder.
func (r *Reader) loadCommand(ctx context.Context, command resolve.Command, wrong error) (list []Contender, err error) {
	c, err := r.load(command, wrong)
	if _, ok := errors.AsType[*resolve.NoEntryError](err); !ok || len(command.Words()) > 1 {
		return []Contender{c}, cmp.Or(command.CheckSinglePlayer(), err)
	}
	found, skipped, err := command.Contents()
	if err != nil {
		return nil, fmt.Errorf("the folder %s: %w", command.Words()[0], err)
	}
	if err := r.Request.RequireSandbox("the folder " + command.Words()[0]); err != nil {
		return nil, err
	}
	if len(skipped) > 0 {
		fmt.Fprintf(r.Stderr, "skipped in %s: %s\n", clean.Line(command.Words()[0]), firstNames(skipped))
	}
	faults := r.Request.CompileAll(ctx, found)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for i, command := range found {
		c, err := r.load(command, faults[i])
		if err != nil {
			fmt.Fprintln(r.Stderr, "left out:", clean.Line(err.Error()))
			r.LeftOut = append(r.LeftOut, r.newLeftOut(command, err))
			continue
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the folder %s is no player, and has no players in it", command.Words()[0])
	}
	return list, nil
}

// maxSkipped bounds how many of the files that are skipped are named.
const maxSkipped = 8

// firstNames lists the first names, and counts the others.
func firstNames(names []string) string {
	var list []string
	for _, name := range names[:min(len(names), maxSkipped)] {
		list = append(list, clean.Short(name, maxName))
	}
	text := strings.Join(list, ", ")
	if more := len(names) - maxSkipped; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// newLeftOut is a submission that does not play. Records are published: they say nothing of where this
// machine has what.
func (r *Reader) newLeftOut(command resolve.Command, err error) league.LeftOut {
	called := resolve.DisplayName(command.Words())
	name := cmp.Or(tableName(r.Naming.lookup(called, strings.TrimSuffix(called, filepath.Ext(called)))), "player")
	reason := cmp.Or(errors.Unwrap(err), err).Error() // without the word
	if here, wrong := os.Getwd(); wrong == nil {
		reason = strings.ReplaceAll(reason, here+string(filepath.Separator), "")
	}
	if _, ok := errors.AsType[*resolve.LinkError](err); ok {
		reason = "it is a link out of its folder"
	}
	return league.NewLeftOut(name, reason)
}

// program makes a player of a plan, but for its name. err is what is wrong with it already.
func (r *Reader) load(command resolve.Command, err error) (Contender, error) {
	c := Contender{Entry: league.Entry{Program: &league.Program{Argv: command.Words()}}}
	if err == nil {
		err = process.Spec{Command: command, Sandbox: r.Request.Sandbox}.Check()
	}
	if err == nil {
		c.Program, c.copied, err = r.Dir.CopyTyped(command)
	}
	if err != nil {
		return c, &play.PlayerError{Word: WordOf(&c.Entry), Err: err}
	}
	return c, nil
}

// maxName bounds the name of a player in a table, but for a number behind it, in bytes.
const maxName = 60

// proper is a text as a name in tables, which needs no more than a column a letter: accents that stand
// apart, as some systems write them, become one with their letters.
func tableName(name string) string {
	name = strings.Join(strings.Fields(clean.Short(norm.NFC.String(name), maxName)), " ")
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	return name
}

// AssignNames gives players short names of their own: the last part of what was typed,
// all of it where others have the same, and a number where that does not help; or the name that a naming has.
func AssignNames(list []Contender, naming *Naming) {
	short := map[string]int{}
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Builtin
		if list[i].Program != nil {
			names[i] = naming.lookup(resolve.DisplayName(list[i].Program.Argv))
		}
		short[names[i]]++
	}
	used := map[string]bool{}
	for i, name := range names {
		if short[name] > 1 && list[i].Program != nil {
			name = strings.TrimRight(WordOf(&list[i].Entry), "/")
		}
		name = cmp.Or(tableName(name), "player")
		first := name
		for k := 2; used[name]; k++ {
			name = fmt.Sprintf("%s-%d", first, k)
		}
		used[name] = true
		list[i].Name = name
	}
}

// MustBeTyped are the players of a record that its words alone do not play: what commands open, and
// files elsewhere on this disk, depends on who types them.
func MustBeTyped(record string, p *league.Plan) (list []int) {
	for i := range p.Player {
		g := p.Player[i].Program
		if g != nil && (strings.HasPrefix(WordOf(&p.Player[i]), resolve.CommandPrefix) || slices.ContainsFunc(g.Files, func(f league.File) bool {
			return isCompiled(g.Argv[f.Word], f.Name) || isOutside(record, g.Argv[f.Word], f.Name)
		})) {
			list = append(list, i)
		}
	}
	return list
}

// RequireTyped has players of the plan of a record play that were typed to go on with it. All that have
// to be typed must be, and none may be another one than it was; line returns the command that names them.
func (r *Reader) RequireTyped(ctx context.Context, c *Planned, words []resolve.Typed, line func() string) error {
	list, err := r.Contenders(ctx, c.Game, words)
	if err != nil {
		return err
	}
	for i := range list {
		if !c.Bind(&list[i]) {
			return fmt.Errorf("%s is no player of the record, or has changed since the tournament began: %s", WordOf(&list[i].Entry), AdviceIfChanged)
		}
	}
	for _, i := range MustBeTyped(c.File, c.Plan) {
		if _, ok := c.copies[i]; !ok && !c.isIdle(i) {
			return fmt.Errorf("%s: name the players that are commands or compiled, or whose files lie outside this folder and the record's: %s", c.File, line())
		}
	}
	return nil
}

// AdviceIfChanged is what to do where a player is not what it was.
const AdviceIfChanged = "put it back as it was, or begin a new tournament"

// sameProgram reports whether two programs are the same, wherever their files lie and whatever these
// are called: the same files by their hashes in the same words, and otherwise the same words.
func sameProgram(a, b *league.Program) bool {
	if a == nil || b == nil || len(a.Argv) != len(b.Argv) {
		return false
	}
	parts := func(g *league.Program) []string {
		texts := slices.Clone(g.Argv)
		list := []string{}
		for _, f := range g.Files {
			_, rest, _ := strings.Cut(f.Name, "/")
			list = append(list, fmt.Sprint(f.Word, " ", f.SHA256, " ", rest))
			texts[f.Word] = ""
		}
		slices.Sort(list)
		return append(texts, list...)
	}
	return slices.Equal(parts(a), parts(b))
}
