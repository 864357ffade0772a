package coach

import (
	"fmt"
	"strings"
	"time"

	"game-tui/sim/coach"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// Report is what a study has found.
type Report struct {
	*coach.Setup
	coach.Lessons
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
	return list
}

func points(m coach.Mean) string { return numbers.Points(m.Mean) }

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
}

// json is the report for programs.
func (r *Report) json() jsonReport {
	j := jsonReport{Game: r.Game.Name(), Player: r.Player.Seat.Name, By: r.By.Seat.Name, Seed: r.Seed, Matches: r.Matches, Done: r.Done,
		Score: meanJSON(r.Score), Wins: meanJSON(r.Wins), Shown: meanJSON(r.Shown), Claims: []jsonClaim{}, Harmless: []jsonPart{}}
	for _, e := range r.Rivals {
		j.Rivals = append(j.Rivals, e.Seat.Name)
	}
	for _, c := range r.Claims {
		j.Claims = append(j.Claims, jsonClaim{c.Part.Name, c.Part.Text, c.Sure, c.On, meanJSON(c.Points), meanJSON(c.Wins), meanJSON(c.Search)})
	}
	for _, h := range r.Harmless {
		j.Harmless = append(j.Harmless, jsonPart{h.Part.Name, h.Part.Text, h.Other})
	}
	return j
}
