package report

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"game-tui/ai"
	"game-tui/cmd/game-tui/manual"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/league"
	"game-tui/tui/numbers"
)

// playersOf are the built-in players of a game, the strongest first.
type playersOf struct {
	Game    string            `json:"game"`
	Title   string            `json:"title"`
	LineUp  [sim.Seats]string `json:"line_up"`           // who plays when nobody is named
	Matches int               `json:"matches,omitempty"` // of the tournament that points are of; 0: there is none
	Seeds   int               `json:"seeds,omitempty"`
	Players []builtin         `json:"players"`
}

// builtin is one of them.
type builtin struct {
	Name     string       `json:"player"`
	About    string       `json:"about"`
	Tactics  string       `json:"tactics,omitempty"`
	Points   *float64     `json:"points,omitempty"` // none: it did not play in the tournament
	Interval *[2]*float64 `json:"interval,omitempty"`
	Pass     passReport   `json:"p_pass"`

	points, pass string // for people
}

// Players writes who plays a game, or all games, and how strong they are by a tournament of theirs. Of those
// that are named, and of all of a game that is named, it says how they play.
func Players(w io.Writer, f Format, game string, names []string) error {
	games := catalog.Games()
	if game != "" {
		g, err := play.Game(game)
		if err != nil {
			return err
		}
		games = []sim.Game{g}
	}
	list, text := []playersOf{}, strings.Builder{}
	unknown, known := slices.Clone(names), []string(nil)
	for _, g := range games {
		p, err := newPlayersOf(g)
		if err != nil {
			return err
		}
		known = append(known, play.BuiltinNames(g.Name())...)
		p.Players = slices.DeleteFunc(p.Players, func(b builtin) bool { return len(names) > 0 && !slices.Contains(names, b.Name) })
		if len(p.Players) == 0 {
			continue
		}
		for _, b := range p.Players {
			unknown = slices.DeleteFunc(unknown, func(name string) bool { return name == b.Name })
		}
		list = append(list, p)
		p.text(&text, len(names) > 0 || game != "")
	}
	if len(unknown) > 0 {
		hint := "game-tui players lists them"
		if i := typed.Nearest(unknown[0], known); i >= 0 {
			hint = "did you mean " + known[i] + "?"
		}
		who := "no built-in player"
		if game != "" {
			who += " of " + games[0].Title()
		}
		return fmt.Errorf("%s is called %q: %s", who, unknown[0], hint)
	}
	if f == JSON {
		return WriteJSON(w, list)
	}
	return manual.Show(w, text.String())
}

func newPlayersOf(g sim.Game) (p playersOf, err error) {
	p = playersOf{Game: g.Name(), Title: g.Title(), LineUp: ai.LineUp(g.Name())}
	rated := map[string]league.Standing{}
	var order []string // from the weakest
	if record := ai.Ratings(g.Name()); record != nil {
		s, err := league.ReadStandings(bytes.NewReader(record))
		if err != nil {
			return p, fmt.Errorf("the record of %s: %w", g.Title(), err)
		}
		p.Matches, p.Seeds = s.Tally.Matches, s.Tally.Seeds()
		for _, r := range s.Tally.Table(s.Tally.Ratings()) {
			rated[s.Plan.Player[r.Entry].Name] = r
			order = append([]string{s.Plan.Player[r.Entry].Name}, order...)
		}
	}
	ladder := ai.Ladder(g.Name())
	slices.SortStableFunc(ladder, func(a, b sim.Builtin) int { return slices.Index(order, a.Name) - slices.Index(order, b.Name) })
	for _, b := range slices.Backward(ladder) {
		one := builtin{Name: b.Name, About: b.About, Tactics: strings.Join(strings.Fields(b.Tactics), " "), points: "–", pass: "–"}
		if r, ok := rated[b.Name]; ok {
			one.Points, one.Interval, one.Pass = &r.Points, &[2]*float64{finite(r.Low), finite(r.High)}, passOf(r.Pass)
			one.points, one.pass = numbers.Points(r.Points), numbers.Percent(r.Pass.Share)
			if off := max(r.High-r.Points, r.Points-r.Low); !math.IsInf(off, 0) {
				one.points += fmt.Sprintf(" ± %.0f", math.Ceil(off))
			}
		}
		p.Players = append(p.Players, one)
	}
	return p, nil
}

// text adds a page in Markdown: who plays, and how, where tactics says so.
func (p *playersOf) text(b *strings.Builder, tactics bool) {
	fmt.Fprintf(b, "# %s\n\n| player | points | P(pass) | `--game %s` |\n| --- | --- | --- | --- |\n", p.Title, p.Game)
	for _, one := range p.Players {
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", one.Name, one.points, one.pass, one.About)
	}
	for _, one := range p.Players {
		if tactics && one.Tactics != "" {
			fmt.Fprintf(b, "\n## %s\n\n%s\n", one.Name, one.Tactics)
		}
	}
	fmt.Fprintf(b, "\nDefault line-up: %s.", strings.Join(p.LineUp[:], ", "))
	if p.Matches > 0 {
		fmt.Fprintf(b, " Points and P(pass) are of %s of these players.", numbers.Count(p.Matches, "match"))
	}
	b.WriteString("\n\n")
}
