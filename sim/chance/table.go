package chance

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
)

// Table computes win chances from a state alone: a conditional logit, which weighs the
// score and the measures of each seat against those of the others. It takes about
// ten microseconds a round.
type Table struct {
	Game     string   // the game's version: "HarryPotter 1.0"
	Settings string   // SHA-256 of the settings that it was fitted on
	Names    []string // of the values: score, the measures, and who plays
	Players  []string // whom it knows; none: it does not ask who plays
	// Scale is the size of the usual difference between seats of a value; the weights
	// are those of values divided by it.
	Scale   []float64
	Weights []float64 // for each value: near the end, throughout, far from the end
	// Errors is how far short rollouts from each tenth of a match are off that end with the table's
	// chances, as a standard error in parts of √(p(1-p)), without the dice; in the last two, from
	// where they go to the end, how far the table alone is off. None: it is not known.
	Errors []float64
	base   *Table // whose chances a table for strangers weighs; nil in other tables
}

// NewTable is the table of a game and its settings without figures, for make fit.
func NewTable(g sim.Game, s sim.Settings, players []string) *Table {
	return &Table{Game: g.Version(), Settings: settingsHash(s), Names: valueNames(g, players), Players: players}
}

func valueNames(g sim.Game, players []string) []string {
	names := []string{"score"}
	for _, m := range g.Measures() {
		names = append(names, m.Name)
	}
	for _, player := range players {
		names = append(names, plays+player)
	}
	return names
}

// plays begins the name of the value that says whether a player plays in a seat.
const plays = "plays "

// forms is the number of weights of a value: a lead means more near the end, and
// what earns points more far from it.
const forms = 3

// Features are what the weights of a table weigh of each seat.
func (t *Table) Features(s *Sample) (list [][sim.Seats]float64) {
	if t.base != nil {
		return t.strangerFeatures(s)
	}
	left := math.Sqrt(float64(s.Rounds-s.Round) / float64(s.Rounds))
	for i, scale := range t.Scale {
		mean := 0.0
		for seat := range s.Values {
			mean += float64(s.Values[seat][i]) / sim.Seats
		}
		var f [forms][sim.Seats]float64
		for seat := range s.Values {
			z := (float64(s.Values[seat][i]) - mean) / scale
			f[0][seat], f[1][seat], f[2][seat] = z/left, z, z*left
		}
		list = append(list, f[:]...)
	}
	return list
}

// Chance is the win chance of each seat; together they are 1.
func (t *Table) Chance(s *Sample) [sim.Seats]float64 {
	if s.Round >= s.Rounds {
		var scores [sim.Seats]int
		for seat := range scores {
			scores[seat] = s.Values[seat][0]
		}
		return Shares(scores)
	}
	p := t.Weigh(s)
	if t.base != nil {
		return doubtful(p, s)
	}
	return p
}

// Weigh returns the chances that the weights alone give, in a round before the end: make fit fits
// these.
func (t *Table) Weigh(s *Sample) [sim.Seats]float64 { return softmax(t.Weights, t.Features(s)) }

// of is the win chance of each seat in a state of a match.
func (t *Table) of(m *Match, s sim.State) [sim.Seats]float64 {
	return t.Chance(NewSample(m, s, t.Players))
}

// softmax turns what the seats have into chances.
func softmax(weights []float64, features [][sim.Seats]float64) [sim.Seats]float64 {
	p := logits(weights, features)
	best, sum := max(p[0], p[1], p[2], p[3]), 0.0
	for seat := range p {
		p[seat] = math.Exp(p[seat] - best)
		sum += p[seat]
	}
	for seat := range p {
		p[seat] /= sum
	}
	return p
}

// logits are the weighted sums of what the seats have.
func logits(weights []float64, features [][sim.Seats]float64) (sum [sim.Seats]float64) {
	for i, w := range weights {
		for seat := range sum {
			sum[seat] += float64(w * features[i][seat]) // the same on every processor
		}
	}
	return sum
}

// variance is that of the table's own error in a round, as a part of p(1-p).
func (t *Table) variance(round, rounds int) float64 {
	if len(t.Errors) == 0 {
		return 0
	}
	e := t.Errors[TenthOf(round, rounds)]
	return e * e
}

// TenthOf is the tenth of a match in which a round is, 0 to 9: each has an error of its own.
func TenthOf(round, rounds int) int { return min(round*10/max(rounds, 1), 9) }

// Known reports whether these are the settings that the table was fitted on.
func (t *Table) Known(s sim.Settings) bool { return t.Settings == settingsHash(s) }

func settingsHash(s sim.Settings) string {
	return fmt.Sprintf("%x", sha256.Sum256(s.AppendText(nil)))
}

//go:embed weights
var weights embed.FS

// TableOf returns the table of a game, or that which knows who of the built-in players plays in
// which seat. It is nil where none was fitted: "make fit" does so for every game of the program.
func TableOf(g sim.Game, knowsPlayers bool) *Table {
	file := "weights/" + g.Name() + ".txt"
	if knowsPlayers {
		file = "weights/" + g.Name() + ".players.txt"
	}
	text, _ := weights.ReadFile(file)
	t := readTable(string(text))
	if t.Game != g.Version() || !slices.Equal(t.Names, valueNames(g, t.Players)) {
		return nil
	}
	return t
}

// tableOf returns the table for a match: where it knows all its players that which asks for them.
func tableOf(m *Match) *Table { return tableFor(m, !m.hasStrangers()) }

// tableFor returns the table for a match: that for strangers if a player is not built in, and
// otherwise that which asks who plays, if known, or does not.
func tableFor(m *Match, known bool) *Table {
	t := TableOf(m.Game, true)
	for _, name := range m.Names {
		if t == nil || !slices.Contains(t.Players, name) {
			return StrangersTable(m.Game)
		}
	}
	if !known {
		return TableOf(m.Game, false)
	}
	return t
}

// readTable reads a file of weights, which make fit wrote.
func readTable(text string) *Table {
	t := &Table{}
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		word, rest, _ := strings.Cut(cells[0], " ")
		switch {
		case word == "#":
		case word == "game":
			t.Game = rest
		case word == "settings":
			t.Settings = rest
		case word == "errors":
			t.Errors = numbers(strings.Fields(rest))
		default:
			row := numbers(cells[1:])
			t.Names, t.Scale, t.Weights = append(t.Names, cells[0]), append(t.Scale, row[0]), append(t.Weights, row[1:]...)
			if name, ok := strings.CutPrefix(cells[0], plays); ok {
				t.Players = append(t.Players, name)
			}
		}
	}
	return t
}

func numbers(cells []string) (list []float64) {
	for _, cell := range cells {
		n, _ := strconv.ParseFloat(cell, 64)
		list = append(list, n)
	}
	return list
}

// Sample is what a table weighs of a state: the score and the measures of each seat, and 1 for
// who plays there.
type Sample struct {
	Round  int
	Rounds int // of the whole match
	Values [sim.Seats][]int
}

// NewSample makes the sample of a state of a match, with who of some players plays where.
func NewSample(m *Match, s sim.State, players []string) *Sample {
	sample := &Sample{Round: s.Round(), Rounds: m.rounds()}
	scores := s.Scores()
	for seat := range sample.Values {
		v := []int{scores[seat]}
		for _, measure := range m.Game.Measures() {
			v = append(v, measure.Of(s, seat))
		}
		for _, name := range players {
			plays := 0
			if name == m.Names[seat] {
				plays = 1
			}
			v = append(v, plays)
		}
		sample.Values[seat] = v
	}
	return sample
}

// Shares are the seats' shares of the win: who has the highest score won, and seats
// with the same one share the win.
func Shares(scores [sim.Seats]int) (share [sim.Seats]float64) {
	winners := sim.Winners(scores)
	for _, seat := range winners {
		share[seat] = 1 / float64(len(winners))
	}
	return share
}
