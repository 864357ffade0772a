package chance

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
)

// Table tells win chances from a state alone: a conditional logit, which weighs the
// score and the measures of each seat against those of the others. It takes about
// ten microseconds a round.
type Table struct {
	Game     string   // the game's version: "HarryPotter 1.0"
	Settings string   // SHA-256 of the settings that it was fitted on
	Notes    []string // how it was made: seeds, players, date
	Names    []string // of the values: score, the measures, and who plays
	Players  []string // whom it knows; none: it does not ask who plays
	// Scale is the size of the usual difference between seats of a value; the weights
	// are those of values divided by it.
	Scale   []float64
	Weights []float64 // for each value: near the end, throughout, far from the end
	// Errors is how far short rollouts from each tenth of a match are off that end with the table's
	// word, as a standard error in parts of √(p(1-p)), without the dice; in the last two, from
	// where they go to the end, how far the table alone is off. None: it is not known.
	Errors []float64
}

// plays begins the name of the value that says whether a player plays in a seat.
const plays = "plays "

// forms is the number of weights of a value: a lead means more near the end, and
// what earns points more far from it.
const forms = 3

// features are what the weights of a table weigh of each seat.
func (t *Table) features(dst [][sim.Seats]float64, s *Sample) [][sim.Seats]float64 {
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
		dst = append(dst, f[:]...)
	}
	return dst
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
	return softmax(t.Weights, t.features(nil, s))
}

// of is the win chance of each seat in a state of a match.
func (t *Table) of(m *Match, s sim.State) [sim.Seats]float64 {
	return t.Chance(t.sample(m, s))
}

// sample is what the table weighs of a state of a match.
func (t *Table) sample(m *Match, s sim.State) *Sample {
	return &Sample{Round: s.Round(), Rounds: m.rounds(), Values: values(m.Game, s, t.Players, &m.Names)}
}

// softmax turns what the seats have into chances.
func softmax(weights []float64, features [][sim.Seats]float64) (p [sim.Seats]float64) {
	for i, w := range weights {
		for seat := range p {
			p[seat] += float64(w * features[i][seat]) // the same on every processor
		}
	}
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

// variance is that of the table's own error in a round, as a part of p(1-p).
func (t *Table) variance(round, rounds int) float64 {
	if len(t.Errors) == 0 {
		return 0
	}
	e := t.Errors[tenthOf(round, rounds)]
	return e * e
}

// tenthOf is the tenth of a match in which a round is.
func tenthOf(round, rounds int) int { return min(round*tenths/max(rounds, 1), tenths-1) }

// tenths is how many parts of a match have an error of their own.
const tenths = 10

// Known reports whether these are the settings that the table was fitted on.
func (t *Table) Known(s sim.Settings) bool { return t.Settings == SettingsHash(s) }

// SettingsHash is what a table says of the settings that it was fitted on.
func SettingsHash(s sim.Settings) string {
	sum := sha256.Sum256(s.AppendText(nil))
	return hex.EncodeToString(sum[:])
}

//go:embed weights
var weights embed.FS

// TableOf returns the table of a game, nil where none was fitted: "make fit" does so
// for every game of the program.
func TableOf(g sim.Game) *Table { return readTable(g, g.Name()+".txt") }

// TableOfPlayers returns the table of a game that knows who of the built-in players plays in
// which seat, nil where none was fitted.
func TableOfPlayers(g sim.Game) *Table { return readTable(g, g.Name()+".players.txt") }

// tableOf returns the table for a match: where it knows all its players that which asks for them.
func tableOf(m *Match) *Table {
	t := TableOfPlayers(m.Game)
	if t == nil || m.Estimate() {
		return TableOf(m.Game)
	}
	for _, name := range m.Names {
		if !slices.Contains(t.Players, name) {
			return TableOf(m.Game)
		}
	}
	return t
}

func readTable(g sim.Game, name string) *Table {
	text, err := weights.ReadFile("weights/" + name)
	if err != nil {
		return nil
	}
	t, err := ReadTable(string(text))
	if err != nil || t.Game != g.Version() || !t.fits(g) {
		return nil
	}
	return t
}

// fits reports whether the values of a table are those of a game.
func (t *Table) fits(g sim.Game) bool {
	list := g.Measures()
	if len(t.Names) != len(list)+1+len(t.Players) {
		return false
	}
	for i, m := range list {
		if t.Names[i+1] != m.Name {
			return false
		}
	}
	return true
}

// AppendText writes the table as its file has it.
func (t *Table) AppendText(dst []byte) []byte {
	dst = fmt.Appendf(dst, "# Win chance: written by make fit, read by package sim/chance.\ngame %s\nsettings %s\n", t.Game, t.Settings)
	for _, note := range t.Notes {
		dst = fmt.Appendf(dst, "# %s\n", note)
	}
	dst = append(dst, "# value | usual difference | weight near the end | throughout | far from the end\n"...)
	for i, name := range t.Names {
		dst = fmt.Appendf(dst, "%s | %.6g", name, t.Scale[i])
		for _, w := range t.Weights[forms*i : forms*(i+1)] {
			dst = fmt.Appendf(dst, " | %.6g", w)
		}
		dst = append(dst, '\n')
	}
	if len(t.Errors) > 0 {
		dst = append(dst, "# errors of short rollouts from each tenth of a match, as parts of √(p(1-p))\nerrors"...)
		for _, e := range t.Errors {
			dst = fmt.Appendf(dst, " %.4g", e)
		}
		dst = append(dst, '\n')
	}
	return dst
}

// ReadTable reads what AppendText wrote.
func ReadTable(text string) (*Table, error) {
	t := &Table{}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case word == "#":
			if i > 0 && !strings.HasPrefix(rest, "value |") && !strings.HasPrefix(rest, "errors ") {
				t.Notes = append(t.Notes, rest)
			}
		case word == "game":
			t.Game = rest
		case word == "settings":
			t.Settings = rest
		case word == "errors":
			if err := t.errors(rest); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		default:
			if err := t.row(line); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	if t.Game == "" || len(t.Names) == 0 {
		return nil, fmt.Errorf("expected a line that begins with \"game\", and a row for each value")
	}
	return t, nil
}

func (t *Table) errors(text string) error {
	t.Errors = nil
	for _, cell := range strings.Fields(text) {
		e, err := strconv.ParseFloat(cell, 64)
		if err != nil || !(e >= 0 && e <= 1) {
			return fmt.Errorf("expected an error from 0 to 1, found %q", cell)
		}
		t.Errors = append(t.Errors, e)
	}
	if len(t.Errors) != tenths {
		return fmt.Errorf("expected %d errors, found %d", tenths, len(t.Errors))
	}
	return nil
}

func (t *Table) row(line string) error {
	cells := strings.Split(line, " | ")
	if len(cells) != 2+forms {
		return fmt.Errorf("expected a value, its usual difference and %d weights, found %q", forms, line)
	}
	for i, cell := range cells[1:] {
		n, err := strconv.ParseFloat(cell, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) || i == 0 && n <= 0 {
			return fmt.Errorf("expected a number, found %q", cell)
		}
		if i == 0 {
			t.Scale = append(t.Scale, n)
		} else {
			t.Weights = append(t.Weights, n)
		}
	}
	t.Names = append(t.Names, cells[0])
	if name, ok := strings.CutPrefix(cells[0], plays); ok {
		t.Players = append(t.Players, name)
	}
	return nil
}
