package show

import (
	"context"
	"fmt"

	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/playoff"
	"game-tui/sim/record"
	"game-tui/tui"
	"game-tui/tui/final"
	"game-tui/tui/playback"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
)

// Grand says how a grand final is shown.
type Grand struct {
	Speed      float64
	NoSpoilers bool
	Palette    string
	Shown      bool // all of it was, when Open has returned
}

// Check says what is wrong with it.
func (o *Grand) Check() error {
	if err := playback.CheckSpeed(o.Speed); err != nil {
		return fmt.Errorf("--speed %w", err)
	}
	if err := theme.Known(o.Palette); err != nil {
		return fmt.Errorf("--palette %w", err)
	}
	return nil
}

// Open shows a final in the terminal, whether it is being played or not, until somebody quits.
func (o *Grand) Open(ctx context.Context, l *Tournament, a *Again) error {
	s := NewShow(l, a.Players.Plan, a.Play, o.Speed)
	err := inTerminal(ctx, s.Run, tui.Options{Options: ui.Options{NoSpoilers: o.NoSpoilers, Palette: o.Palette}, View: s.Open(ui.Opening{})}, a)
	o.Shown = s.Now().Over
	return err
}

// NewShow is the show of a final. Matches come from play.
func NewShow(l *Tournament, p *league.Plan, play func(context.Context, league.MatchRef) (*record.Record, error), speed float64) *final.Show {
	return final.NewShow(&grand{l, p, play}, final.Options{Title: clean.Line(l.title), Names: p.Names(), Speed: speed})
}

// grand is a final whose matches are played again.
type grand struct {
	standings interface{ View(func(*league.Standings)) }
	plan      *league.Plan
	play      func(context.Context, league.MatchRef) (*record.Record, error)
}

func (g *grand) View(look func(*playoff.Final)) {
	g.standings.View(func(s *league.Standings) { look(s.Schedule.Final()) })
}

// Load plays a match again. In the final players are called as in the plan, those that are built in as well.
func (g *grand) Load(ctx context.Context, n int) (*record.Record, error) {
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
		meta.Titles[seat] = clean.Line(g.plan.Player[e].Name)
	}
	return rec.With(meta), nil
}

// ReadKnockout reads the record of a play-off or of a final, with its schedule as far as it goes, and gives its
// results to take.
func ReadKnockout(ctx context.Context, name string, take func(*league.Result)) (*league.Reader, error) {
	r, err := Scan(ctx, name, func(r *league.Result) bool {
		take(r)
		return true
	})
	if err == nil && r.Plan.Design != league.Playoff && r.Plan.Design != league.Final {
		err = fmt.Errorf("%s: this is the record of a tournament: game-tui tournament show %s shows it", name, typed.Quoted(name))
	}
	return r, err
}
