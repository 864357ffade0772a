package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/playoff/forecast"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/playback"
	"game-tui/tui/terminal"
	"game-tui/tui/ui"
	"game-tui/tui/view/final"
)

// FinalShowConfig configures the show of a grand final.
type FinalShowConfig struct {
	Speed      float64
	NoSpoilers bool
	Palette    string
	ShownToEnd bool // whether the user watched the show to the end; set by Open
}

// Check returns an error if an option is invalid.
func (o *FinalShowConfig) Check() error {
	if err := playback.CheckSpeed(o.Speed); err != nil {
		return fmt.Errorf("--speed %w", err)
	}
	if err := theme.CheckName(o.Palette); err != nil {
		return fmt.Errorf("--palette %w", err)
	}
	return nil
}

// Open shows a final in the terminal until the user quits.
func (o *FinalShowConfig) Open(ctx context.Context, monitor *Monitor, replayer *Replayer) error {
	s := NewFinalShow(monitor, replayer.Players.Plan, replayer.Play, o.Speed)
	err := runInTerminal(ctx, s.Run, terminal.Options{Options: ui.Options{NoSpoilers: o.NoSpoilers, PaletteName: o.Palette}, View: s.Open(ui.OpenOptions{})}, replayer)
	o.ShownToEnd = s.Moment().IsOver
	return err
}

// NewFinalShow returns the show of a final. The show calls play to play matches again.
func NewFinalShow(monitor *Monitor, p *league.Plan, play func(context.Context, league.MatchRef) (*record.Record, error), speed float64) *final.Show {
	return final.NewShow(&finalSource{monitor, p, play}, final.Options{Title: sanitize.Line(monitor.title), Names: p.Names(), Speed: speed})
}

type finalSource struct {
	standings interface{ View(func(*league.Standings)) }
	plan      *league.Plan
	play      func(context.Context, league.MatchRef) (*record.Record, error)
}

func (g *finalSource) View(read func(*playoff.Final)) {
	g.standings.View(func(s *league.Standings) { read(s.Schedule.Final()) })
}

// Load plays a match again. All players, including built-in ones, get their names from the plan.
func (g *finalSource) Load(ctx context.Context, n int) (*record.Record, error) {
	var seats [sim.Seats]int
	g.View(func(f *playoff.Final) {
		m, _ := f.Match(n)
		seats = m.Seats
	})
	rec, err := g.play(ctx, league.MatchRef{Task: n})
	if err != nil {
		return nil, err
	}
	meta := *rec.Meta()
	for seat, e := range seats {
		meta.Titles[seat] = sanitize.Line(g.plan.Players[e].Name)
	}
	return rec.WithMeta(meta), nil
}

// ReadKnockout reads the file of a play-off or a final. It passes each result to yield.
func ReadKnockout(ctx context.Context, name string, yield func(*league.Result)) (*league.Reader, error) {
	r, err := ScanResults(ctx, name, func(r *league.Result) bool {
		yield(r)
		return true
	})
	if err == nil && !r.Plan.Format.IsKnockout() {
		err = fmt.Errorf("%s: a tournament, not a play-off; to see it, run game-tui tournament show %s", name, cliarg.Quote(name))
	}
	return r, err
}

// ForecastPrinter configures the forecast of a play-off.
type ForecastPrinter struct {
	Format        report.Format
	Player, Dummy string // player names; an empty Player means all, an empty Dummy the default
	Survivors     int    // number of players left at the end
	MinGrade      float64
}

// Print prints the forecast of a play-off among the players of a tournament.
func (f *ForecastPrinter) Print(ctx context.Context, w, stderr io.Writer, name string) error {
	if f.Survivors < 1 {
		return fmt.Errorf("--to %d: expected at least 1", f.Survivors)
	}
	if !(f.MinGrade >= 0 && f.MinGrade < 10) {
		return fmt.Errorf("--least %g: expected a grade of at least 0 and below 10", f.MinGrade)
	}
	in, file, err := openFile(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if !in.Plan.Format.IsRanking() {
		return fmt.Errorf("%s: a forecast needs a tournament in which all players meet each other", name)
	}
	dummy, err := findDummy(in.Plan, f.Dummy)
	entry := -1
	if err == nil && f.Player != "" {
		entry, err = findPlayer(in.Plan, f.Player)
	}
	switch n := len(in.Plan.Players) - 1; {
	case err != nil:
		return fmt.Errorf("%s: %w; to list the players, run game-tui tournament show %s", name, err, cliarg.Quote(name))
	case entry == dummy:
		return fmt.Errorf("%s only fills groups and has no grade; name another player", f.Player)
	case n <= f.Survivors:
		return fmt.Errorf("%s: only %d players; --to must be lower", name, n)
	}
	m, err := forecast.Read(in, dummy)
	if err != nil {
		return fileError(name, err, in.Plan)
	}
	if err := m.Check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	pieces := make([]forecast.Survivals, forecast.Pieces)
	done := progress.NewCounter(stderr, len(pieces)*forecast.PlayoffsPerPiece, "play-offs")
	err = match.ParallelFor(ctx, len(pieces), func(_ context.Context, i int) error {
		pieces[i] = m.Simulate(i, f.Survivors)
		done.Add(forecast.PlayoffsPerPiece)
		return nil
	})
	done.Stop()
	if err != nil {
		return err
	}
	return report.NewForecast(name, m, pieces, f.Survivors, f.MinGrade, entry).Write(w, f.Format)
}

// findDummy returns the entry of the Dummy that fills incomplete groups.
func findDummy(p *league.Plan, name string) (int, error) {
	if name != "" {
		return findPlayer(p, name)
	}
	i := slices.IndexFunc(p.Names(), schedule.IsDummy)
	if b, ok := ai.DummyStandIn(p.Game); ok && i < 0 {
		i = slices.IndexFunc(p.Players, func(e league.Entry) bool { return e.BuiltinName == b.Name })
	}
	if i < 0 {
		return 0, errors.New("a forecast needs matches with the Dummy that fills groups; name it with --dummy NAME")
	}
	return i, nil
}

// findPlayer returns the entry with the given name, ignoring case.
func findPlayer(p *league.Plan, name string) (int, error) {
	i := slices.IndexFunc(p.Names(), func(other string) bool { return strings.EqualFold(other, name) })
	if i < 0 {
		return 0, fmt.Errorf("no player named %s", sanitize.Line(name))
	}
	return i, nil
}
