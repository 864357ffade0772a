// Package roster loads the players of a tournament, from the command line ([Loader.LoadContenders]) or
// from a tournament file ([New], then [Loader.RequireTyped]).
//
// Programs run from copies, so changes to their files have no effect. Files listed in a tournament
// file are opened only if they are in its folder or the current one and have the right hash.
// Everything else must be typed.
package roster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"game-tui/ai/process"
	"game-tui/ai/process/compile"
	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/sanitize"
)

// A Loader loads the players named on the command line.
type Loader struct {
	Request  *play.Request
	Stderr   io.Writer
	Copies   *Copies
	Naming   *Naming            // names for the players; if nil, players are named after their folders
	Rejected []league.Rejection // submissions rejected by LoadContenders
}

// LoadContenders returns the players named by args and copies their programs. A folder that is not a
// player stands for the players in it. It logs players that cannot play and leaves them out.
func (r *Loader) LoadContenders(ctx context.Context, game sim.Game, args []resolve.Typed) ([]Contender, error) {
	named, err := r.Request.Resolve(ctx, game, args)
	if err != nil {
		return nil, err
	}
	var list []Contender
	for _, p := range named {
		loaded := []Contender{{Entry: league.Entry{BuiltinName: p.Builtin.Player.Name}}}
		if p.IsProgram {
			if loaded, err = r.loadPlayers(ctx, p.Command, p.Err); err != nil {
				return nil, err
			}
		}
		list = append(list, loaded...)
	}
	AssignNames(list, r.Naming)
	return list, nil
}

func Entries(list []Contender) (entries []league.Entry) {
	for i := range list {
		entries = append(entries, list[i].Entry)
	}
	return entries
}

// Enroll stores the contenders in the plan p and returns them as its players.
func (r *Loader) Enroll(game sim.Game, p *league.Plan, list []Contender) *PlannedPlayers {
	c := New(game, p, r.Request.Sandbox, r.Copies)
	p.Players, p.Rejected = Entries(list), r.Rejected
	for i := range list {
		if list[i].Program != nil {
			c.programCopies[i] = list[i].programCopy
		}
	}
	return c
}

// loadPlayers returns the player that command names, or the players in its folder.
func (r *Loader) loadPlayers(ctx context.Context, command resolve.Command, compileErr error) (list []Contender, err error) {
	c, err := r.loadPlayer(command, compileErr)
	if !errors.Is(err, resolve.ErrNoEntry) || len(command.Words()) > 1 {
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
		fmt.Fprintf(r.Stderr, "skipped in %s: %s\n", sanitize.Line(command.Words()[0]), sanitize.JoinNames(skipped, 8))
	}
	faults := r.Request.CompileAll(ctx, found)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for i, command := range found {
		c, err := r.loadPlayer(command, faults[i])
		if err != nil {
			fmt.Fprintln(r.Stderr, "left out:", sanitize.Line(err.Error()))
			r.Rejected = append(r.Rejected, r.newRejection(command, err))
			continue
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the folder %s is not a player and contains none", command.Words()[0])
	}
	return list, nil
}

// newRejection returns a rejection without local paths in the reason, because tournament files get
// published.
func (r *Loader) newRejection(command resolve.Command, err error) league.Rejection {
	displayName := resolve.DisplayName(command.Words())
	name := cmp.Or(tableName(r.Naming.lookup(displayName, strings.TrimSuffix(displayName, filepath.Ext(displayName)))), "player")
	reason := cmp.Or(errors.Unwrap(err), err).Error() // Unwrapping removes the prefix "player NAME: ".
	if cwd, wdErr := os.Getwd(); wdErr == nil {
		reason = strings.ReplaceAll(reason, cwd+string(filepath.Separator), "")
	}
	if errors.Is(err, resolve.ErrEscapingLink) {
		reason = "links to a target outside its folder"
	}
	return league.NewRejection(name, reason)
}

func (r *Loader) loadPlayer(command resolve.Command, err error) (Contender, error) {
	c := Contender{Entry: league.Entry{Program: &league.Program{Argv: command.Words()}}}
	if err == nil {
		err = process.Spec{Command: command, Sandbox: r.Request.Sandbox}.Check()
	}
	if err == nil {
		c.Program, c.programCopy, err = r.Copies.CopyTyped(command)
	}
	if err != nil {
		return c, &play.PlayerError{Word: WordOf(&c.Entry), Err: err}
	}
	return c, nil
}

// maxNameBytes bounds the length of a name in bytes, not counting an appended number.
const maxNameBytes = 60

// tableName returns a name fit for tables: short, printable, and with composed accents, so that a
// letter takes one column.
func tableName(name string) string {
	name = strings.Join(strings.Fields(sanitize.Truncate(norm.NFC.String(name), maxNameBytes)), " ")
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	return name
}

// AssignNames gives each contender a unique name. A program's name comes from naming, or else is
// the last element of its path, or the whole path if names collide.
func AssignNames(list []Contender, naming *Naming) {
	short := map[string]int{}
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].BuiltinName
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

// PlayersToRetype returns the indices of the players in a tournament file that must be typed again:
// commands, compiled programs, and files outside the allowed folders.
func PlayersToRetype(file string, p *league.Plan) (list []int) {
	for i := range p.Players {
		g := p.Players[i].Program
		mayNotOpen := func(f league.ProgramFile) bool {
			word := g.Argv[f.ArgIndex]
			_, _, err := locateListed(file, word, f.Name)
			isCompiled := path.Ext(f.Name) == compile.ProgramExt && path.Base(f.Name) == f.Name && filepath.Ext(word) != compile.ProgramExt
			return isCompiled || errors.Is(err, errOutside)
		}
		if g != nil && (strings.HasPrefix(WordOf(&p.Players[i]), resolve.CommandPrefix) || slices.ContainsFunc(g.Files, mayNotOpen)) {
			list = append(list, i)
		}
	}
	return list
}

// RequireTyped binds the players named on the command line to a plan. All [PlayersToRetype] that
// have matches left must be given, unchanged. command returns the command to suggest.
func (r *Loader) RequireTyped(ctx context.Context, players *PlannedPlayers, args []resolve.Typed, command func() string) error {
	list, err := r.LoadContenders(ctx, players.Game, args)
	if err != nil {
		return err
	}
	for i := range list {
		if !players.Bind(&list[i]) {
			return fmt.Errorf("%s is not a player in this tournament, or has changed since it began; %s", WordOf(&list[i].Entry), ChangedPlayerHint)
		}
	}
	for _, i := range PlayersToRetype(players.File, players.Plan) {
		if _, ok := players.programCopies[i]; !ok && !players.isFinished(i) {
			return fmt.Errorf("%s contains commands, compiled players or players from other folders; check them, then run %s", players.File, command())
		}
	}
	return nil
}

// ChangedPlayerHint is appended to errors about players whose files have changed.
const ChangedPlayerHint = "restore it, or start a new tournament"

// sameProgram reports whether two programs have the same arguments and file hashes, regardless of
// where the files are.
func sameProgram(a, b *league.Program) bool {
	if a == nil || b == nil || len(a.Argv) != len(b.Argv) {
		return false
	}
	parts := func(g *league.Program) []string {
		texts := slices.Clone(g.Argv)
		list := []string{}
		for _, f := range g.Files {
			_, rest, _ := strings.Cut(f.Name, "/")
			list = append(list, fmt.Sprint(f.ArgIndex, " ", f.SHA256, " ", rest))
			texts[f.ArgIndex] = ""
		}
		slices.Sort(list)
		return append(texts, list...)
	}
	return slices.Equal(parts(a), parts(b))
}
