package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/contest/players"
	"game-tui/cmd/game-tui/network"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/typed"
	"game-tui/cmd/game-tui/version"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/match"
)

// MaxCores is how many cores a worker plays on at most.
const MaxCores = hub.MaxCores

// Worker says how this machine plays for another one. Its limits are the most that a tournament may
// give to programs here.
type Worker struct {
	network.Access
	Cores   int
	Name    string
	Stay    bool
	Sandbox process.Mode
	Most    sim.Limits
	Room    typed.Size // of files
	Stderr  io.Writer
}

func (w *Worker) check() error {
	if w.Cores < 1 || w.Cores > hub.MaxCores {
		return fmt.Errorf("--cores must be 1 to %d", hub.MaxCores)
	}
	if w.Name == "" {
		w.Name, _ = os.Hostname() // without one it has no name but a number
		w.Name, _, _ = strings.Cut(w.Name, ".")
	}
	w.Name = clean.Token(w.Name)
	w.Name = strings.TrimPrefix(fmt.Sprintf("%.20s-%04x", w.Name, rand.IntN(1<<16)), "-")
	return nil
}

// Work plays until there is nothing more to play.
func (w *Worker) Work(ctx context.Context, url string) error {
	if err := w.check(); err != nil {
		return err
	}
	d, err := w.Dial(ctx, url)
	if err != nil {
		return err
	}
	play.CollectLate()
	return hub.Work(ctx, hub.WorkerOptions{
		Dial: d, One: w.Name, Engine: version.Name(), Cores: w.Cores, Sandbox: process.InForce(w.Sandbox),
		Stay: w.Stay, Prepare: w.prepare, Log: w.log,
	})
}

func (w *Worker) log(text string) { progress.Print(w.Stderr, text) }

// prepare makes the players of a plan that comes from elsewhere.
func (w *Worker) prepare(ctx context.Context, p *league.Plan, broken []int, fetch league.Fetch) (*hub.Players, error) {
	game, ok := catalog.Find(p.Game)
	if !ok {
		return nil, fmt.Errorf("there is no game %s here", clean.Short(p.Game, 40))
	}
	team := &hub.Players{Field: players.Field(game, p)}
	team.Field.Spec.Seed = p.Seed // to try; each match has its own
	if err := play.Playable(ctx, game, team.Field.Spec); err != nil {
		return nil, fmt.Errorf("the tournament's configuration: %w", err)
	}
	c := players.New(game, p, w.Sandbox, players.NewCopies(int64(w.Room)))
	if p.Limits.Sandbox == process.Require.String() {
		c.Mode = process.Require
	}
	c.Remote = fetch
	c.Warn(w.log)
	team.Close = c.Close
	for i := range p.Player {
		e, err := w.settle(ctx, c, i, slices.Contains(broken, i))
		if ctx.Err() != nil {
			team.Close()
			return nil, ctx.Err()
		}
		if err != nil {
			team.Cannot = append(team.Cannot, hub.Cannot{Entry: i, Why: clean.Short(err.Error(), 200)})
		}
		team.Field.Entries = append(team.Field.Entries, e)
	}
	return team, nil
}

// settle makes a player ready to play here, or says why it cannot. One that is broken starts nowhere.
func (w *Worker) settle(ctx context.Context, c *players.Planned, i int, broken bool) (match.Entry, error) {
	if c.Plan.Player[i].Program == nil {
		return c.Entry(ctx, i)
	}
	if err := w.allowed(c.Plan); err != nil {
		return match.Entry{}, err
	}
	e, err := c.Entry(ctx, i)
	switch {
	case errors.Is(err, players.ErrRoom):
		return match.Entry{}, fmt.Errorf("the files of the players take more than %s (--max-files)", w.Room)
	case err != nil || broken:
		return e, err
	}
	return e, c.Describe(ctx, i)
}

// allowed says what a plan gives to programs beyond what this machine allows.
func (w *Worker) allowed(p *league.Plan) error {
	if l := p.Limits.Match(); l.Off || min(l.CPU, l.Wall, l.MatchWall) == 0 || l.Memory == 0 {
		return errors.New("the tournament gives programs no limits, which no worker plays")
	}
	for _, l := range players.Beyond(p, w.Most) {
		return fmt.Errorf("the tournament gives programs %s, this worker %s: start it with %[1]s to allow that", l.Word, l.Most)
	}
	return nil
}
