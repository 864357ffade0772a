// Package coach studies a player's habits and prints what they cost, for the command line and the
// spectator. The method is implemented in package sim/coach.
package coach

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/ansi"

	"game-tui/ai"
	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/kitcheck"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim"
	"game-tui/sim/coach"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/sim/winchance"
	"game-tui/tui/format"
	"game-tui/tui/plain"
	"game-tui/tui/replay/location"
	"game-tui/tui/view/match/page"
)

// A Config configures a study.
type Config struct {
	play.Request
	Model     resolve.Typed   // player to learn from; empty means the built-in players
	Rivals    []resolve.Typed // opponents, three per match; none means the strongest built-in players
	TimeLimit time.Duration   // maximum duration of the study
	Dir       string          // folder for recordings of moments; empty means the program's state folder
	Format    report.Format

	Stdout, Stderr io.Writer
}

// Coach studies a player, prints its lessons, and returns the moments that it saved as recordings.
func (r *Config) Coach(ctx context.Context, player resolve.Typed) ([]Moment, error) {
	if r.TimeLimit <= 0 {
		return nil, fmt.Errorf("--for %v: expected a time above 0, such as 2m", r.TimeLimit)
	}
	setup, err := r.newSetup(ctx, player)
	if err != nil {
		return nil, err
	}
	dir := r.Dir
	if dir == "" {
		state, err := files.StateDir()
		if err != nil {
			return nil, fmt.Errorf("no folder for recordings: %w; add -o DIR", err)
		}
		dir = filepath.Join(state, "coach")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	found, err := r.runStudy(ctx, setup)
	if err != nil {
		return nil, err
	}
	err = found.save(dir) // Print the results even if this fails.
	if r.Format == report.JSON {
		return found.moments, cmp.Or(report.WriteJSON(r.Stdout, found.json()), err)
	}
	found.print(r.Stdout)
	return found.moments, err
}

func (r *Config) newSetup(ctx context.Context, player resolve.Typed) (*coach.Setup, error) {
	if err := kitcheck.DetectGame(ctx, &r.Request, player); err != nil {
		return nil, err
	}
	first, _, err := r.FirstSeed(&cliarg.Seeds{Count: coach.SeedCount})
	if err != nil {
		return nil, err
	}
	r.Seed = &first
	config, spec, err := r.ConfigAndSpec(ctx)
	if err != nil {
		return nil, err
	}
	words := append([]resolve.Typed{player}, r.Rivals...)
	if r.Model.String() != "" {
		words = append(words, r.Model)
	}
	entries, err := r.Entries(ctx, config.Game, &spec, words)
	if err != nil {
		return nil, err
	}
	setup := &coach.Setup{Game: config.Game, Spec: spec, Player: entries[0], Seed: spec.Seed}
	if setup.Opponents = entries[1 : 1+len(r.Rivals)]; len(setup.Opponents) == 0 {
		setup.Opponents = defaultRivals(config.Game.Name())
	}
	if setup.Models = entries[1+len(r.Rivals):]; len(setup.Models) == 0 {
		setup.Models = strongestPlayers(config.Game.Name(), setup.Player)
		if len(setup.Models) == 0 {
			return nil, fmt.Errorf("%s has no other player to learn from; name one with --by", config.Game.Title())
		}
	}
	if setup.Models[0].Player == setup.Player.Player {
		return nil, fmt.Errorf("--by %s: a player cannot learn from itself; name another", r.Model)
	}
	return setup, nil
}

// defaultRivals returns the default opponents in a game.
func defaultRivals(game string) []match.Entry {
	strong := strongestPlayers(game, match.Entry{})
	return strong[:min(len(strong), sim.Seats-1)]
}

// strongestPlayers returns a game's strong built-in players except excluded, strongest first.
func strongestPlayers(game string, excluded match.Entry) (list []match.Entry) {
	for _, b := range ai.StrongestFirst(game) {
		if spec := (match.PlayerSpec{Name: b.Name}); spec != excluded.Player {
			list = append(list, match.Entry{Player: spec, New: b.New})
		}
	}
	return list
}

// runStudy runs a study on all cores until it is complete, r.TimeLimit has passed or ctx is cancelled.
func (r *Config) runStudy(ctx context.Context, setup *coach.Setup) (*Report, error) {
	studyCtx, cancel := context.WithTimeout(ctx, r.TimeLimit)
	defer cancel()
	var last atomic.Pointer[coach.Lessons]
	last.Store(&coach.Lessons{})
	begin := time.Now()
	stop := progress.Report(studyCtx, r.Stderr, func() string { return progressText(last.Load(), time.Since(begin)) })
	defer stop()
	l, err := RunStudy(studyCtx, *setup, runtime.GOMAXPROCS(0), func(l coach.Lessons) { last.Store(&l) })
	if err != nil && studyCtx.Err() == nil {
		return nil, r.ExplainError(err)
	}
	return &Report{Setup: setup, Lessons: l, timeLimit: r.TimeLimit}, nil
}

// RunStudy runs a study with the given number of workers until it is complete or ctx is cancelled. It
// calls show with the results so far before each piece of work.
func RunStudy(ctx context.Context, setup coach.Setup, workers int, show func(coach.Lessons)) (coach.Lessons, error) {
	s := coach.New(setup)
	defer s.Close()
	var mu sync.Mutex
	put := make(chan struct{}, 1) // put signals that a worker has put a piece back.
	err := match.Parallel(ctx, workers, func(ctx context.Context) (*coach.Piece, bool) {
		for {
			mu.Lock()
			p, l := s.Take(), s.Lessons()
			mu.Unlock()
			show(l)
			if p != nil || l.Done {
				return p, p != nil
			}
			select {
			case <-put:
			case <-ctx.Done():
				return nil, false
			}
		}
	}, func(ctx context.Context, p *coach.Piece) error {
		if err := p.Do(ctx); err != nil {
			return err
		}
		mu.Lock()
		s.Put(p)
		mu.Unlock()
		select {
		case put <- struct{}{}:
		default:
		}
		return nil
	})
	return s.Lessons(), err
}

// A Report holds the results of a study.
type Report struct {
	*coach.Setup
	coach.Lessons
	timeLimit time.Duration // maximum duration of the study
	moments   []Moment      // saved moments of all claims, in the order saved
}

// A Moment is an example of a claim, saved as two recordings.
type Moment struct {
	Original string `json:"yours"` // location FILE@ROUND:UNIT in the recording of the match
	Changed  string `json:"other"` // recording with the alternative orders
	Seat     int    `json:"seat"`
}

func (m *Moment) command() string {
	return fmt.Sprintf("game-tui diff --ui --paused --me %d %s %s", m.Seat, cliarg.Quote(m.Original), cliarg.Quote(m.Changed))
}

func (r *Report) save(dir string) error {
	for _, c := range r.Claims {
		for _, m := range c.Moments {
			name := filepath.Join(dir, fmt.Sprintf("moment%d", len(r.moments)+1))
			place := location.Address{Name: name + ".res", Round: m.Round, Unit: location.FormatUnit(r.Game.Legend(), m.Unit)}
			saved := Moment{place.String(), name + "-other.res", m.Seat}
			for path, rec := range map[string]*record.Record{place.Name: m.Original, saved.Changed: m.Changed} {
				out, err := files.Create(path)
				if err != nil {
					return err
				}
				if _, err := files.WriteRecording(out, rec); err != nil {
					return err
				}
			}
			r.moments = append(r.moments, saved)
		}
	}
	return nil
}

func progressText(l *coach.Lessons, elapsed time.Duration) string {
	text := fmt.Sprintf("%s in %s", format.Count(l.Matches, "match"), elapsed.Round(time.Second))
	switch {
	case l.FailedMatches > 0 && l.Score.N == 0:
		text += fmt.Sprintf(": a player went out in %d", l.FailedMatches)
	case len(l.Claims) > 0:
		text += ": " + l.Claims[len(l.Claims)-1].Name + " found; looking for more"
	case l.Suspect != nil:
		text += ": checking " + l.Suspect.Name
	}
	return text
}

// textWidth is the maximum width of printed lines, in columns.
const textWidth = 76

// lines returns the report as text, with a number for each moment.
func (r *Report) lines() (list []page.Lesson) {
	add := func(head bool, format string, args ...any) {
		list = append(list, page.Lesson{Text: sanitize.Line(fmt.Sprintf(format, args...)), IsHeading: head})
	}
	name, by := r.Player.Player.InitialName(), r.Lessons.Model.InitialName()
	switch {
	case r.FailedMatches > 0:
		out := r.Player.Player
		if !out.IsProgram() { // Built-in players never go out.
			out = r.Lessons.Model
		}
		add(false, "%s went out in %d of %s; these do not count. To see why:", out.InitialName(), r.FailedMatches, format.Count(r.Matches, "match"))
		add(false, "  game-tui %s --game %s", cliarg.Quote(out.Name), r.Game.Name())
	case r.Matches == 0:
		add(false, "No match ended in time; increase --for.")
	case r.Score.N == 0:
		add(false, "Too few matches for results (%s); increase --for.", format.Count(r.Matches, "match"))
	}
	if r.Score.N == 0 {
		return list
	}
	wins := "none"
	if r.Wins.Mean > 0 {
		wins = format.Percent(r.Wins.Mean)
	}
	add(false, "%s scores %s a match, wins %s; %s in its seat scores %s", name, pointsText(r.Score), wins, by, pointsText(r.ModelScore))
	add(false, "%s, against %s: %s from seed %d on", r.Game.Title(), joinNames(r.Opponents), format.Count(r.Matches, "match"), r.Seed)
	moment := 0
	for _, c := range r.Claims {
		add(false, "")
		add(true, "%s", headline(&c))
		add(false, "compared with %s's orders for %s (found in %s, confirmed on %d other seeds)", by, c.Text, format.Count(c.SearchPoints.N, "match"), c.Points.N)
		for _, m := range c.Moments {
			moment++
			add(false, "moment %d: seed %d, round %d; the other orders multiply the odds of winning by %.1f", moment, m.Seed, m.Round, math.Exp(m.Gain.Mean))
			list[len(list)-1].MomentName = strconv.Itoa(moment)
		}
	}
	add(false, "")
	add(false, "%s", r.unprovenText())
	for _, h := range r.Harmless {
		add(false, "%s: %s of the orders differ from %s's, at no measurable cost (%+.0f %s points).", plain.Capitalize(h.Name), format.Percent(h.DifferentShare), by, h.Points.Mean, format.Margin(h.Points.Error))
	}
	if len(r.Facts) > 0 {
		add(false, "")
		add(false, "Differences from its rivals, per match (may not matter):")
	}
	for _, f := range r.Facts {
		if f.Source != "" {
			add(false, "%s: %s points (rivals: %s)", f.Source, pointsText(f.PlayerMean), pointsText(f.OpponentMean))
		} else {
			add(false, "%s (rivals: %s)", winchance.CountText(f.ActorText, roundMean(f.PlayerMean)), format.GroupDigits(roundMean(f.OpponentMean)))
		}
	}
	return list
}

// unprovenText returns a sentence that nothing, or nothing else, is proven. It may suggest a longer
// study.
func (r *Report) unprovenText() string {
	matches := format.Count(r.Matches, "match")
	switch {
	case !r.Done && len(r.Claims) > 0:
		return fmt.Sprintf("Nothing else proven in %s; %s looks longer.", matches, r.longerHint())
	case !r.Done && r.Suspect != nil:
		return fmt.Sprintf("Nothing proven in %s, but %s stands out; %s looks longer.", matches, r.Suspect.Name, r.longerHint())
	case !r.Done:
		return fmt.Sprintf("Nothing proven in %s; %s looks longer.", matches, r.longerHint())
	case len(r.Claims) == 0:
		return fmt.Sprintf("Nothing proven: %s's orders did not score significantly more in any situation.", r.Lessons.Model.InitialName())
	}
	return "Nothing else proven."
}

func (r *Report) longerHint() string {
	return fmt.Sprintf("--for %dm", int(math.Ceil(2.5*r.timeLimit.Minutes())))
}

// headline returns a claim with its cost, such as "Perhaps books: costs about 300 ± 80 points a match
// more, and 5 % of the wins".
func headline(c *coach.Claim) string {
	words := fmt.Sprintf("%s: costs about %s %s points a match", c.Name, pointsText(c.Points), format.Margin(c.Points.Error))
	if !c.Sure {
		words = "perhaps " + words
	}
	if c.Additional {
		words += " more"
	}
	if c.Wins.Z() >= 2 {
		words += fmt.Sprintf(", and %s of the wins", format.Percent(c.Wins.Mean))
	}
	return plain.Capitalize(words)
}

func (r *Report) print(w io.Writer) {
	moments := r.moments
	for _, line := range r.lines() {
		fmt.Fprintln(w, ansi.Wordwrap(line.Text, textWidth, ""))
		if line.MomentName != "" && len(moments) > 0 {
			fmt.Fprintln(w, "  "+sanitize.Line(moments[0].command()))
			moments = moments[1:]
		}
	}
}

func roundMean(m winchance.Mean) int { return int(math.Round(m.Mean)) }

func pointsText(m winchance.Mean) string { return format.GroupDigits(roundMean(m)) }

func joinNames(list []match.Entry) string {
	var names []string
	for _, e := range list {
		names = append(names, e.Player.InitialName())
	}
	return format.Join(names)
}

func (r *Report) json() any {
	j := struct {
		Game   string             `json:"game"`
		Player match.PlayerSpec   `json:"player"`
		Rivals []match.PlayerSpec `json:"rivals"`
		Seed   int32              `json:"seed"`
		coach.Lessons
		Moments []Moment `json:"recordings,omitempty"` // moments of all claims, in the order saved
	}{Game: r.Game.Name(), Player: r.Player.Player, Seed: r.Seed, Lessons: r.Lessons, Moments: r.moments}
	for _, e := range r.Opponents {
		j.Rivals = append(j.Rivals, e.Player)
	}
	return j
}
