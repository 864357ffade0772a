package coach

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/chance"
	"game-tui/sim/coach"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/tui/numbers"
	"game-tui/tui/where"
)

// Report is what a study has found.
type Report struct {
	*coach.Setup
	coach.Lessons
	moments []Moment // as they were saved, of all claims
}

// Moment is one that was saved.
type Moment struct {
	Yours string // where it is in the recording of the match: FILE@ROUND:UNIT
	Other string // the recording with the other orders
}

// command is what to type to see it.
func (m *Moment) command() string {
	return "game-tui diff --ui " + typed.Quoted(m.Yours) + " " + typed.Quoted(m.Other)
}

// save writes the recordings of the moments.
func (r *Report) save(dir string) error {
	if dir == "" {
		state, err := files.StateDir()
		if err != nil {
			return fmt.Errorf("moments have no place: %w; type -o DIR", err)
		}
		dir = filepath.Join(state, "coach")
	}
	for _, c := range r.Claims {
		for _, m := range c.Moments {
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return err
			}
			name := filepath.Join(dir, fmt.Sprintf("moment%d", len(r.moments)+1))
			place := where.Place{Name: name + ".res", Round: m.Round, Unit: where.UnitWord(r.Game.Legend(), m.Unit)}
			saved := Moment{place.String(), name + "-other.res"}
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

// soFar says how far a study is.
func soFar(l *coach.Lessons, since time.Duration) string {
	text := fmt.Sprintf("%s in %s", numbers.Count(l.Matches, "match"), since.Round(time.Second))
	switch {
	case len(l.Claims) > 0:
		text += ": " + l.Claims[len(l.Claims)-1].Part.Name + " is sure, and is there more?"
	case l.Suspect != nil:
		text += ": so far " + l.Suspect.Name + " stands out"
	}
	return text
}

// Lines are the report for people.
func (r *Report) Lines() (list []string) {
	line := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	name, by := r.Player.Seat.Title(), r.By.Seat.Title()
	if r.Score.N == 0 {
		return []string{"Nothing is known yet: not a match was played. Give it more time with --for."}
	}
	line("%s scores about %s points a match against %s and wins %s; %s in its place scores %s. (%s, %s from seed %d on)",
		name, points(r.Score), names(r.Rivals), numbers.Percent(r.Wins.Mean), by, points(r.Shown), r.Game.Title(), numbers.Count(r.Matches, "match"), r.Seed)
	shown := 0
	for _, c := range r.Claims {
		line("")
		more, lead := "", ""
		if c.On {
			more = " more"
		}
		if !c.Sure {
			lead = "Perhaps "
		}
		text := fmt.Sprintf("%s%s: about %s %s points a match%s", lead, c.Part.Name, points(c.Points), numbers.Margin(c.Points.Error), more)
		if c.Wins.Z() >= 2 {
			text += fmt.Sprintf(", and %s of the wins", numbers.Percent(c.Wins.Mean))
		}
		line("%s", capital(text))
		line("  with %s's orders for %s", by, c.Part.Text)
		line("  (found in %s, confirmed on %d other seeds)", numbers.Count(c.Search.N, "match"), c.Points.N)
		for _, m := range c.Moments {
			shown++
			line("  %d. seed %d, round %d: the other orders raise the win chance by %s %s", shown, m.Seed, m.Round, numbers.Percent(m.Gain.Mean), numbers.Margin(100*m.Gain.Error))
			if shown <= len(r.moments) {
				line("     %s", r.moments[shown-1].command())
			}
		}
	}
	line("")
	switch {
	case !r.Done && r.Suspect != nil && len(r.Claims) == 0:
		line("Nothing is sure yet; %s stands out so far. Give it more time with --for.", r.Suspect.Name)
	case !r.Done:
		line("More may be found with more time: --for.")
	case len(r.Claims) == 0:
		line("Nothing is sure: in no situation would it have scored clearly more with %s's orders.", by)
	default:
		line("Nothing else is sure.")
	}
	for _, h := range r.Harmless {
		line("%s: in %s of the orders it does not do as %s does, and that costs nothing measurable.", capital(h.Part.Name), numbers.Percent(h.Other), by)
	}
	if r.Facts != nil {
		line("")
		line("Other than its rivals, whatever that is worth:")
	}
	for _, f := range r.Facts {
		if f.Source != "" {
			line("  %s: %s points a match, a rival %s", f.Source, points(f.Own), points(f.Others))
		} else {
			line("  it %s a match, a rival %s", chance.Counted(f.Does, whole(f.Own)), numbers.Grouped(whole(f.Others)))
		}
	}
	return list
}

func whole(m coach.Mean) int { return int(math.Round(m.Mean)) }

func points(m coach.Mean) string { return numbers.Grouped(whole(m)) }

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// names are those of players in words: "Seeker, Hunter and Greedy".
func names(list []match.Entry) string {
	var words []string
	for _, e := range list {
		words = append(words, e.Seat.Title())
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// jsonMean is a mean for programs.
type jsonMean struct {
	Mean    float64 `json:"mean"`
	Error   float64 `json:"error"` // its standard error
	Matches int     `json:"matches"`
}

func meanJSON(m coach.Mean) jsonMean { return jsonMean{m.Mean, m.Error, m.N} }

type jsonClaim struct {
	Name   string   `json:"name"`
	Text   string   `json:"about"`
	Sure   bool     `json:"sure"`
	On     bool     `json:"on_top_of_those_before"`
	Points jsonMean `json:"points"`
	Wins   jsonMean `json:"wins"`
	Search jsonMean `json:"points_in_search"`

	Moments []jsonMoment `json:"moments"`
}

type jsonMoment struct {
	Seed  int32    `json:"seed"`
	Seat  int      `json:"seat"`
	Round int      `json:"round"`
	Unit  int32    `json:"unit"`
	Gain  jsonMean `json:"win_chance"`
	Yours string   `json:"recording,omitempty"`
	Other string   `json:"other,omitempty"`
}

type jsonFact struct {
	Source string   `json:"points,omitempty"`
	Does   string   `json:"does,omitempty"`
	Own    jsonMean `json:"own"`
	Others jsonMean `json:"rival"`
}

type jsonPart struct {
	Name  string  `json:"name"`
	Text  string  `json:"about"`
	Other float64 `json:"other_orders"`
}

type jsonReport struct {
	Game     string      `json:"game"`
	Player   string      `json:"player"`
	By       string      `json:"by"`
	Rivals   []string    `json:"rivals"`
	Seed     int32       `json:"seed"`
	Matches  int         `json:"matches"`
	Done     bool        `json:"done"`
	Score    jsonMean    `json:"score"`
	Wins     jsonMean    `json:"wins"`
	Shown    jsonMean    `json:"score_of_by"`
	Claims   []jsonClaim `json:"claims"`
	Harmless []jsonPart  `json:"costs_nothing_measurable"`
	Facts    []jsonFact  `json:"facts"`
}

// json is the report for programs.
func (r *Report) json() jsonReport {
	j := jsonReport{Game: r.Game.Name(), Player: r.Player.Seat.Name, By: r.By.Seat.Name, Seed: r.Seed, Matches: r.Matches, Done: r.Done,
		Score: meanJSON(r.Score), Wins: meanJSON(r.Wins), Shown: meanJSON(r.Shown), Claims: []jsonClaim{}, Harmless: []jsonPart{}, Facts: []jsonFact{}}
	for _, e := range r.Rivals {
		j.Rivals = append(j.Rivals, e.Seat.Name)
	}
	shown := 0
	for _, c := range r.Claims {
		claim := jsonClaim{c.Part.Name, c.Part.Text, c.Sure, c.On, meanJSON(c.Points), meanJSON(c.Wins), meanJSON(c.Search), []jsonMoment{}}
		for _, m := range c.Moments {
			saved := r.moments[shown]
			claim.Moments = append(claim.Moments, jsonMoment{m.Seed, m.Seat, m.Round, m.Unit, meanJSON(m.Gain), saved.Yours, saved.Other})
			shown++
		}
		j.Claims = append(j.Claims, claim)
	}
	for _, f := range r.Facts {
		j.Facts = append(j.Facts, jsonFact{f.Source, f.Does, meanJSON(f.Own), meanJSON(f.Others)})
	}
	for _, h := range r.Harmless {
		j.Harmless = append(j.Harmless, jsonPart{h.Part.Name, h.Part.Text, h.Other})
	}
	return j
}
