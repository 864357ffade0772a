package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/report"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/playoff/forecast"
)

// Forecast says what is forecast from a record.
type Forecast struct {
	Format    report.Format
	Of, Dummy string // names of players; empty: of all, and the one called Dummy
	To        int    // players who are left when the play-off is over
	Least     float64
}

// Print forecasts a play-off of the players of a record.
func (f *Forecast) Print(ctx context.Context, w, stderr io.Writer, name string) error {
	if f.To < 1 {
		return fmt.Errorf("--to %d: type a number from 1", f.To)
	}
	if !(f.Least >= 0 && f.Least < 10) {
		return fmt.Errorf("--least %g: type a grade from 0 to below 10", f.Least)
	}
	in, file, err := open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if d := in.Plan.Design; d != league.All && d != league.Balanced {
		return fmt.Errorf("%s: a forecast needs a tournament in which all players of the play-off meet each other", name)
	}
	dummy, err := dummyOf(in.Plan, f.Dummy)
	of := -1
	if err == nil && f.Of != "" {
		of, err = find(in.Plan, f.Of)
	}
	switch n := len(in.Plan.Player) - 1; {
	case err != nil:
		return fmt.Errorf("%s: %w; game-tui tournament show %s names its players", name, err, typed.Quoted(name))
	case of == dummy:
		return fmt.Errorf("%s fills groups up and gets no grade: name another player", f.Of)
	case n <= f.To:
		return fmt.Errorf("%s: of %d players nobody is eliminated until %d are left: type --to with a smaller number", name, n, f.To)
	}
	m, err := forecast.Read(in, dummy)
	if err != nil {
		return fault(name, err, in.Plan)
	}
	if err := m.Check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	pieces, err := simulate(ctx, stderr, m, f.To)
	if err != nil {
		return err
	}
	return report.NewForecast(name, m, pieces, f.To, f.Least, of).Write(w, f.Format)
}

// dummyOf finds the entry of a plan that fills groups up.
func dummyOf(p *league.Plan, name string) (int, error) {
	if name != "" {
		return find(p, name)
	}
	i := slices.IndexFunc(p.Names(), league.IsDummy)
	if i < 0 {
		i = slices.IndexFunc(p.Player, func(e league.Entry) bool { return e.Builtin == "Demo" })
	}
	if i < 0 {
		return 0, errors.New("a forecast needs matches of the Dummy, which fills groups up: type --dummy NAME")
	}
	return i, nil
}

// find finds the player of a name, in letters of any case.
func find(p *league.Plan, name string) (int, error) {
	i := slices.IndexFunc(p.Names(), func(other string) bool { return strings.EqualFold(other, name) })
	if i < 0 {
		return 0, fmt.Errorf("no player is called %s", clean.Line(name))
	}
	return i, nil
}

// simulate does the work of a forecast on all cores.
func simulate(ctx context.Context, stderr io.Writer, m *forecast.Matches, to int) ([]forecast.Ends, error) {
	pieces := make([]forecast.Ends, forecast.Pieces)
	done := progress.Count(stderr, len(pieces)*forecast.Each, "play-offs")
	defer progress.Clear(stderr)
	return pieces, match.Each(ctx, len(pieces), func(_ context.Context, i int) error {
		pieces[i] = m.Simulate(i, to)
		done(forecast.Each)
		return nil
	})
}
