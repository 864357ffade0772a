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
	"game-tui/sim/record"
)

// A Table computes win chances from a state with a conditional logit over scores and measures. It
// takes about ten microseconds.
type Table struct {
	Game       string   // version of the game
	Settings   string   // SHA-256 of the settings used for fitting
	ValueNames []string // names of the values: score, measures, and players
	Players    []string // players with a value of their own
	// Scale holds the usual difference between seats of each value.
	Scale   []float64
	Weights []float64 // three per value: near the end, throughout, far from the end
	// Errors holds the standard error of rollouts from each tenth of a match, in parts of √(p(1-p))
	// and without dice; in the last two tenths, where rollouts go to the end, that of the table. It
	// may be empty.
	Errors []float64
	base   *Table // table whose sum a table for strangers uses, otherwise nil
}

// NewTable returns a table without weights, for make fit.
func NewTable(g sim.Game, s sim.Settings, players []string) *Table {
	return &Table{Game: g.Version(), Settings: settingsHash(s), ValueNames: valueNames(g, players), Players: players}
}

func valueNames(g sim.Game, players []string) []string {
	names := []string{"score"}
	for _, m := range g.Measures() {
		names = append(names, m.Name)
	}
	for _, player := range players {
		names = append(names, playsPrefix+player)
	}
	return names
}

// plays is the prefix of the name of a player's value.
const playsPrefix = "plays "

// forms is the number of weights per value: a lead counts more near the end.
const weightsPerValue = 3

// Features returns the values of each seat that the weights apply to.
func (t *Table) Features(s *Sample) (list [][sim.Seats]float64) {
	if t.base != nil {
		return t.externalFeatures(s)
	}
	left := math.Sqrt(float64(s.Rounds-s.Round) / float64(s.Rounds))
	for i, scale := range t.Scale {
		mean := 0.0
		for seat := range s.Values {
			mean += float64(s.Values[seat][i]) / sim.Seats
		}
		var f [weightsPerValue][sim.Seats]float64
		for seat := range s.Values {
			z := (float64(s.Values[seat][i]) - mean) / scale
			f[0][seat], f[1][seat], f[2][seat] = z/left, z, z*left
		}
		list = append(list, f[:]...)
	}
	return list
}

// Chance returns the win chance of each seat.
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
		return withDoubt(p, s)
	}
	return p
}

// Weigh returns the chances by weights only, in a round before the end, for make fit.
func (t *Table) Weigh(s *Sample) [sim.Seats]float64 { return softmax(t.Weights, t.Features(s)) }

// of returns the win chances in a state.
func (t *Table) stateChances(m *Match, s sim.State) [sim.Seats]float64 {
	return t.Chance(NewSample(m, s, t.Players))
}

// softmax returns chances proportional to the exponentials of weighted sums.
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

// logits returns the weighted sums.
func logits(weights []float64, features [][sim.Seats]float64) (sum [sim.Seats]float64) {
	for i, w := range weights {
		for seat := range sum {
			sum[seat] += float64(w * features[i][seat]) // the conversion makes results equal on all processors
		}
	}
	return sum
}

// variance returns the variance of the table's error in a round, as a part of p(1-p).
func (t *Table) variance(round, rounds int) float64 {
	if len(t.Errors) == 0 {
		return 0
	}
	e := t.Errors[TenthOf(round, rounds)]
	return e * e
}

// TenthOf returns the tenth of a match that a round is in, 0 to 9.
func TenthOf(round, rounds int) int { return min(round*10/max(rounds, 1), 9) }

// FittedOn reports whether the table was fitted on these settings.
func (t *Table) FittedOn(s sim.Settings) bool { return t.Settings == settingsHash(s) }

func settingsHash(s sim.Settings) string {
	return fmt.Sprintf("%x", sha256.Sum256(s.AppendText(nil)))
}

//go:embed weights
var weights embed.FS

// LoadTable returns the table of a game, with or without values for players, or nil.
func LoadTable(g sim.Game, perPlayer bool) *Table {
	file := "weights/" + g.Name() + ".txt"
	if perPlayer {
		file = "weights/" + g.Name() + ".players.txt"
	}
	text, _ := weights.ReadFile(file)
	t := readTable(string(text))
	if t.Game != g.Version() || !slices.Equal(t.ValueNames, valueNames(g, t.Players)) {
		return nil
	}
	return t
}

// bestTable returns the table for a match: for strangers if a player is not built in, otherwise the
// per-player table if it has all players, and else the generic one.
func bestTable(m *Match, perPlayer bool) *Table {
	t := LoadTable(m.Game, true)
	for _, name := range m.Names {
		if t == nil || !slices.Contains(t.Players, name) {
			return ExternalTable(m.Game)
		}
	}
	if !perPlayer {
		return LoadTable(m.Game, false)
	}
	return t
}

// readTable parses a file written by make fit.
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
			t.Errors = parseFloats(strings.Fields(rest))
		default:
			row := parseFloats(cells[1:])
			t.ValueNames, t.Scale, t.Weights = append(t.ValueNames, cells[0]), append(t.Scale, row[0]), append(t.Weights, row[1:]...)
			if name, ok := strings.CutPrefix(cells[0], playsPrefix); ok {
				t.Players = append(t.Players, name)
			}
		}
	}
	return t
}

func parseFloats(cells []string) (list []float64) {
	for _, cell := range cells {
		n, _ := strconv.ParseFloat(cell, 64)
		list = append(list, n)
	}
	return list
}

// A Sample holds the values of a state that a table uses.
type Sample struct {
	Round  int
	Rounds int // of the whole match
	Values [sim.Seats][]int
}

// NewSample returns the sample of a state, with values for the given players.
func NewSample(m *Match, s sim.State, players []string) *Sample {
	sample := &Sample{Round: s.Round(), Rounds: m.rounds()}
	scores := s.Scores()
	for seat := range sample.Values {
		v := []int{scores[seat]}
		for _, measure := range m.Game.Measures() {
			v = append(v, measure.Value(s, seat))
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

// Shares returns the seats' shares of the win: 1, or equal parts in a tie.
func Shares(scores [sim.Seats]int) (share [sim.Seats]float64) {
	winners := sim.Winners(scores)
	for _, seat := range winners {
		share[seat] = 1 / float64(len(winners))
	}
	return share
}

// An Outlook estimates win chances from states alone.
type Outlook struct {
	match Match
	table *Table
}

// NewOutlook returns the outlook of a match, or nil if the game has no table.
func NewOutlook(rec *record.Record) *Outlook {
	m := Match{Meta: *rec.Meta(), Record: rec}
	if t := bestTable(&m, true); t != nil {
		return &Outlook{m, t}
	}
	return nil
}

// At returns the estimate of a round, which is unknown if the round is missing.
func (o *Outlook) At(round int) Chance {
	if o.match.Record.Missing(round) {
		return Chance{Round: round}
	}
	return Chance{Round: round, Win: o.Chance(o.match.Record.State(round))}
}

// Chance returns the win chance of each seat in a state.
func (o *Outlook) Chance(s sim.State) [sim.Seats]float64 { return o.table.stateChances(&o.match, s) }
