package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/tui/cells/table"
	"game-tui/tui/format"
)

type playersReport struct {
	Game    string            `json:"game"`
	Title   string            `json:"title"`
	LineUp  [sim.Seats]string `json:"line_up"`           // default players of a match
	Matches int               `json:"matches,omitempty"` // matches in both fields, or 0 if the players are not rated
	Seeds   int               `json:"seeds,omitempty"`
	Fields  *ratedFields      `json:"fields,omitempty"`
	Players []builtin         `json:"players"`
}

type builtin struct {
	Name    string `json:"player"`
	About   string `json:"about"`
	Tactics string `json:"tactics,omitempty"`
	ratingJSON
	Fields *ratingFields `json:"fields,omitempty"` // ratings in each field; nil if the player is not rated
}

type ratingJSON struct {
	Points   *float64     `json:"points,omitempty"` // rating in points; nil if the player is not rated
	Interval *[2]*float64 `json:"interval,omitempty"`
	Pass     passReport   `json:"p_pass"`
}

type ratingFields struct {
	All    ratingJSON `json:"all"`
	Strong ratingJSON `json:"strong"`
}

func ratingOf(r playerRating) ratingJSON {
	return ratingJSON{&r.points.value, &[2]*float64{table.FiniteOrNil(r.points.low), table.FiniteOrNil(r.points.high)},
		passReport{table.FiniteOrNil(r.pass.value), table.FiniteOrNil(r.pass.low), table.FiniteOrNil(r.pass.high)}}
}

// PrintPlayers lists the built-in players of a game, or of all games if game is "", with their ratings.
// If names are given, other players are left out. Tactics are shown if a game or names are given.
func PrintPlayers(w io.Writer, f Format, game string, names []string) error {
	games := catalog.Games()
	if game != "" {
		g, err := play.Game(game)
		if err != nil {
			return err
		}
		games = []sim.Game{g}
	}
	list, text := []playersReport{}, strings.Builder{}
	unknown, known := slices.Clone(names), []string(nil)
	for _, g := range games {
		p, err := newPlayersReport(g)
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
		p.writeText(&text, len(names) > 0 || game != "")
	}
	if len(unknown) > 0 {
		hint := "for a list, run game-tui players"
		if i := cliarg.Nearest(unknown[0], known); i >= 0 {
			hint = "did you mean " + known[i] + "?"
		}
		who := "no built-in player"
		if game != "" {
			who += " of " + games[0].Title()
		}
		return fmt.Errorf("%s is called %q; %s", who, unknown[0], hint)
	}
	if f == JSON {
		return WriteJSON(w, list)
	}
	return manual.Show(w, text.String())
}

func newPlayersReport(g sim.Game) (p playersReport, err error) {
	p = playersReport{Game: g.Name(), Title: g.Title(), LineUp: ai.LineUp(g.Name())}
	f, err := newRatedFields(g.Name())
	if err != nil {
		return p, fmt.Errorf("ratings for %s: %w", g.Title(), err)
	}
	if f.All.ratings != nil {
		p.Matches, p.Seeds, p.Fields = f.All.Matches+f.Strong.Matches, f.All.Seeds+f.Strong.Seeds, f
	}
	for _, b := range ai.Ladder(g.Name()) {
		one := builtin{Name: b.Name, About: b.Description, Tactics: strings.Join(strings.Fields(b.Tactics), " ")}
		if all, ok := f.All.ratings[b.Name]; ok {
			strong := f.Strong.ratings[b.Name]
			one.ratingJSON = ratingOf(playerRating{meanOf(all.points, strong.points), meanOf(all.pass, strong.pass)})
			one.Fields = &ratingFields{ratingOf(all), ratingOf(strong)}
		}
		p.Players = append(p.Players, one)
	}
	slices.Reverse(p.Players)
	unrated := new(math.Inf(-1))
	slices.SortStableFunc(p.Players, func(a, b builtin) int {
		return cmp.Compare(*cmp.Or(b.Points, unrated), *cmp.Or(a.Points, unrated))
	})
	return p, nil
}

// cells returns a player's points, points in each field, and P(pass) as cells of a Markdown table.
func (b *builtin) cells() string {
	if b.Fields == nil {
		return "– | – | – | –"
	}
	points := format.Rating(*b.Points)
	if low, high := b.Interval[0], b.Interval[1]; low != nil && high != nil {
		points += fmt.Sprintf(" ± %.0f", math.Ceil(max(*high-*b.Points, *b.Points-*low)))
	}
	return strings.Join([]string{points, format.Rating(*b.Fields.All.Points), format.Rating(*b.Fields.Strong.Points),
		format.Percent(*b.Pass.Share)}, " | ")
}

// writeText appends a Markdown page to b, with the players' tactics if withTactics is set.
func (p *playersReport) writeText(b *strings.Builder, withTactics bool) {
	fmt.Fprintf(b, "# %s\n\n| player | points | all | strong | P(pass) | `--game %s` |\n| --- | --- | --- | --- | --- | --- |\n", p.Title, p.Game)
	for _, one := range p.Players {
		fmt.Fprintf(b, "| %s | %s | %s |\n", one.Name, one.cells(), one.About)
	}
	for _, one := range p.Players {
		if withTactics && one.Tactics != "" {
			fmt.Fprintf(b, "\n## %s\n\n%s\n", one.Name, one.Tactics)
		}
	}
	fmt.Fprintf(b, "\nDefault line-up: %s.", strings.Join(p.LineUp[:], ", "))
	if p.Fields != nil {
		fmt.Fprintf(b, " Points and P(pass) are the mean of two fields: *all*, %s of all players, and *strong*, %s with at least two of %s.",
			format.Count(p.Fields.All.Matches, "match"), format.Count(p.Fields.Strong.Matches, "match"), strings.Join(p.Fields.Strong.Strongest, ", "))
	}
	b.WriteString("\n\n")
}
