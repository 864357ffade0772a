package coach

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim/coach"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/sim/winchance"
	"game-tui/tui/format"
	"game-tui/tui/plain"
	"game-tui/tui/replay/location"
)

// A Report holds the results of a study.
type Report struct {
	*coach.Setup
	coach.Lessons
	length  time.Duration // of the study
	moments []Moment      // of all claims, in the order saved
}

// A Moment is a saved example of a claim.
type Moment struct {
	Yours string `json:"yours"` // FILE@ROUND:UNIT in the recording of the match
	Other string `json:"other"` // recording with the other orders
	Seat  int    `json:"seat"`  // seat of the player
}

// command returns the command that shows the moment.
func (m *Moment) command() string {
	return fmt.Sprintf("game-tui diff --ui --paused --me %d %s %s", m.Seat, cliarg.Quoted(m.Yours), cliarg.Quoted(m.Other))
}

// folder creates and returns the folder for moments.
func folder(dir string) (string, error) {
	if dir == "" {
		state, err := files.StateDir()
		if err != nil {
			return "", fmt.Errorf("no folder for recordings: %w; type -o DIR", err)
		}
		dir = filepath.Join(state, "coach")
	}
	return dir, os.MkdirAll(dir, 0o777)
}

func (r *Report) save(dir string) error {
	for _, c := range r.Claims {
		for _, m := range c.Moments {
			name := filepath.Join(dir, fmt.Sprintf("moment%d", len(r.moments)+1))
			place := location.Address{Name: name + ".res", Round: m.Round, Unit: location.FormatUnit(r.Game.Legend(), m.Unit)}
			saved := Moment{place.String(), name + "-other.res", m.Seat}
			for path, rec := range map[string]*record.Record{place.Name: m.Yours, saved.Other: m.Other} {
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

// soFar returns a line of progress.
func soFar(l *coach.Lessons, since time.Duration) string {
	text := fmt.Sprintf("%s in %s", format.Count(l.Matches, "match"), since.Round(time.Second))
	switch {
	case l.Outs > 0 && l.Score.N == 0:
		text += fmt.Sprintf(": it went out in %d", l.Outs)
	case len(l.Claims) > 0:
		text += ": " + l.Claims[len(l.Claims)-1].Name + " found; looking for more"
	case l.Suspect != nil:
		text += ": checking " + l.Suspect.Name
	}
	return text
}

type line struct {
	text   string
	head   bool
	moment int // number of the moment it refers to, from 1, or 0
}

// wide is the width of printed lines.
const wide = 76

// lines returns the report for people.
func (r *Report) lines() (list []line) {
	add := func(head bool, format string, args ...any) {
		list = append(list, line{text: sanitize.Line(fmt.Sprintf(format, args...)), head: head})
	}
	name, by := r.Player.Player.Title(), r.Lessons.Model.Title()
	switch {
	case r.Outs > 0:
		out := r.Player.Player
		if !out.IsProgram() { // built-in players never go out
			out = r.Lessons.Model
		}
		add(false, "%s went out in %d of %s, which do not count. See why:", out.Title(), r.Outs, format.Count(r.Matches, "match"))
		add(false, "  game-tui %s --game %s", cliarg.Quoted(out.Name), r.Game.Name())
	case r.Matches == 0:
		add(false, "No match ended in time: allow more with --for.")
	case r.Score.N == 0:
		add(false, "%s are too few for results: allow more time with --for.", format.Count(r.Matches, "match"))
	}
	if r.Score.N == 0 {
		return list
	}
	wins := "none"
	if r.Wins.Mean > 0 {
		wins = format.Percent(r.Wins.Mean)
	}
	add(false, "%s scores %s a match, wins %s; %s in its seat scores %s", name, points(r.Score), wins, by, points(r.ModelScore))
	add(false, "%s against %s, %s from seed %d on", r.Game.Title(), names(r.Rivals), format.Count(r.Matches, "match"), r.Seed)
	moment := 0
	for _, c := range r.Claims {
		add(false, "")
		add(true, "%s", headline(&c))
		add(false, "with %s's orders for %s (found in %s, confirmed on %d other seeds)", by, c.Text, format.Count(c.Search.N, "match"), c.Points.N)
		for _, m := range c.Moments {
			moment++
			add(false, "see %d: seed %d, round %d; with the other orders the odds of winning are %.1f times as good", moment, m.Seed, m.Round, math.Exp(m.Gain.Mean))
			list[len(list)-1].moment = moment
		}
	}
	add(false, "")
	switch {
	case !r.Done && len(r.Claims) > 0:
		add(false, "Nothing else proven in %s; %s looks longer.", format.Count(r.Matches, "match"), r.longer())
	case !r.Done && r.Suspect != nil:
		add(false, "Nothing proven in %s, but %s stands out; %s looks longer.", format.Count(r.Matches, "match"), r.Suspect.Name, r.longer())
	case !r.Done:
		add(false, "Nothing proven in %s; %s looks longer.", format.Count(r.Matches, "match"), r.longer())
	case len(r.Claims) == 0:
		add(false, "Nothing proven: in no situation did %s's orders score clearly more.", by)
	default:
		add(false, "Nothing else proven.")
	}
	for _, h := range r.Harmless {
		add(false, "%s: %s of the orders differ from %s's, at no measurable cost (%+.0f %s points).", plain.Capitalize(h.Name), format.Percent(h.DifferentOrders), by, h.Points.Mean, format.Margin(h.Points.Error))
	}
	if len(r.Facts) > 0 {
		add(false, "")
		add(false, "Differences from its rivals, per match (may not matter):")
	}
	for _, f := range r.Facts {
		if f.Source != "" {
			add(false, "%s: %s points, a rival %s", f.Source, points(f.Own), points(f.Others))
		} else {
			add(false, "it %s, a rival %s", winchance.CountText(f.Does, whole(f.Own)), format.Grouped(whole(f.Others)))
		}
	}
	return list
}

// longer returns the flag for a longer study.
func (r *Report) longer() string {
	return fmt.Sprintf("--for %dm", int(math.Ceil(2.5*r.length.Minutes())))
}

// headline returns the cost of a claim: "Perhaps books: about 300 ± 80 points a match more, and 5 %
// of the wins".
func headline(c *coach.Claim) string {
	words := fmt.Sprintf("%s: about %s %s points a match", c.Name, points(c.Points), format.Margin(c.Points.Error))
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

// print prints the report with a command for each moment.
func (r *Report) print(w io.Writer) {
	for _, line := range r.lines() {
		fmt.Fprintln(w, ansi.Wordwrap(line.text, wide, ""))
		if line.moment > 0 && line.moment <= len(r.moments) {
			fmt.Fprintln(w, "  "+sanitize.Line(r.moments[line.moment-1].command()))
		}
	}
}

func whole(m winchance.Mean) int { return int(math.Round(m.Mean)) }

func points(m winchance.Mean) string { return format.Grouped(whole(m)) }

// names joins players' names: "Seeker, Hunter and Greedy".
func names(list []match.Entry) string {
	var words []string
	for _, e := range list {
		words = append(words, e.Player.Title())
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func (r *Report) json() any {
	j := struct {
		Game   string             `json:"game"`
		Player match.PlayerSpec   `json:"player"`
		Rivals []match.PlayerSpec `json:"rivals"`
		Seed   int32              `json:"seed"`
		coach.Lessons
		Moments []Moment `json:"recordings,omitempty"` // of all claims, in order
	}{Game: r.Game.Name(), Player: r.Player.Player, Seed: r.Seed, Lessons: r.Lessons, Moments: r.moments}
	for _, e := range r.Rivals {
		j.Rivals = append(j.Rivals, e.Player)
	}
	return j
}
