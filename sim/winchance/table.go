package winchance

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

// A Table estimates win chances from a single state with a conditional logit. An estimate takes
// about 10 µs.
type Table struct {
	Game       string   // name and version, such as "HarryPotter 1.0"
	Settings   string   // SHA-256 of the settings used for fitting
	ValueNames []string // score, measures, then "plays NAME" for each player
	Players    []string // built-in players that the table distinguishes
	// Scales holds the typical difference between seats for each value.
	Scales  []float64
	Weights []float64 // three per value, see Features
	// Errors holds the rollouts' systematic error in each tenth of a match, as a standard error in
	// units of √(p(1-p)). It may be empty.
	Errors []float64
	base   *Table // set only in tables for external players
}

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

// playsPrefix starts the names of indicator values, which are 1 for seats of the named player and 0
// for others.
const playsPrefix = "plays "

const weightsPerValue = 3

// Features returns one row per weight. Tables for external players have the rows of
// ExternalFeatureNames. Others have three rows per value; one of them grows towards the end of the
// match and another shrinks.
func (t *Table) Features(s *Sample) (list [][sim.Seats]float64) {
	if t.base != nil {
		baseLogits := logits(t.base.Weights, t.base.Features(s))
		return [][sim.Seats]float64{centered(baseLogits, 1), t.lead(s)}
	}
	left := math.Sqrt(float64(s.Rounds-s.Round) / float64(s.Rounds))
	for i, scale := range t.Scales {
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

func (t *Table) Chances(s *Sample) [sim.Seats]float64 {
	if s.Round >= s.Rounds {
		var scores [sim.Seats]int
		for seat := range scores {
			scores[seat] = s.Values[seat][0]
		}
		return WinShares(scores)
	}
	p := t.WeightedChances(s)
	if t.base != nil {
		d := equalChanceWeight * float64(s.Rounds-s.Round) / float64(s.Rounds)
		for seat := range p {
			p[seat] = float64((1-d)*p[seat]) + d/sim.Seats
		}
	}
	return p
}

// WeightedChances returns the chances computed from the weights alone, for fitting. The match must
// not be over.
func (t *Table) WeightedChances(s *Sample) [sim.Seats]float64 {
	p := logits(t.Weights, t.Features(s))
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

func (t *Table) stateChances(m *Match, s sim.State) [sim.Seats]float64 {
	return t.Chances(NewSample(m, s, t.Players))
}

func logits(weights []float64, features [][sim.Seats]float64) (sum [sim.Seats]float64) {
	for i, w := range weights {
		for seat := range sum {
			sum[seat] += float64(w * features[i][seat]) // convert to avoid fused multiply-add, which differs between CPUs
		}
	}
	return sum
}

func (t *Table) variance(round, rounds int) float64 {
	if len(t.Errors) == 0 {
		return 0
	}
	e := t.Errors[TenthOf(round, rounds)]
	return e * e
}

// TenthOf returns which tenth of a match contains a round, from 0 to 9.
func TenthOf(round, rounds int) int { return min(round*10/max(rounds, 1), 9) }

func (t *Table) FittedOn(s sim.Settings) bool { return t.Settings == settingsHash(s) }

func settingsHash(s sim.Settings) string {
	return fmt.Sprintf("%x", sha256.Sum256(s.AppendText(nil)))
}

//go:embed weights
var weightFiles embed.FS

// LoadTable returns the embedded table of a game, or nil. If perPlayer is set, the table
// distinguishes the built-in players.
func LoadTable(g sim.Game, perPlayer bool) *Table {
	file := "weights/" + g.Name() + ".txt"
	if perPlayer {
		file = "weights/" + g.Name() + ".players.txt"
	}
	text, _ := weightFiles.ReadFile(file)
	t := parseTable(string(text))
	if t.Game != g.Version() || !slices.Equal(t.ValueNames, valueNames(g, t.Players)) {
		return nil
	}
	return t
}

// bestTable returns the table for external players if the per-player table is missing or lacks one
// of m's players. Otherwise it returns the per-player table if perPlayer is set, or the general
// table.
func bestTable(m *Match, perPlayer bool) *Table {
	t := LoadTable(m.Game, true)
	for _, name := range m.Names {
		if t == nil || !slices.Contains(t.Players, name) {
			return LoadExternalTable(m.Game)
		}
	}
	if !perPlayer {
		return LoadTable(m.Game, false)
	}
	return t
}

func parseTable(text string) *Table {
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
			t.ValueNames, t.Scales, t.Weights = append(t.ValueNames, cells[0]), append(t.Scales, row[0]), append(t.Weights, row[1:]...)
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

type Sample struct {
	Round  int
	Rounds int // length of the whole match
	Values [sim.Seats][]int
}

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

// WinShares returns each seat's share of the win. Tied winners get equal shares.
func WinShares(scores [sim.Seats]int) (shares [sim.Seats]float64) {
	winners := sim.Winners(scores)
	for _, seat := range winners {
		shares[seat] = 1 / float64(len(winners))
	}
	return shares
}

// An Outlook estimates win chances from states alone.
type Outlook struct {
	match Match
	table *Table
}

// NewOutlook returns the outlook for a record, or nil if the game has no table.
func NewOutlook(rec *record.Record) *Outlook {
	m := Match{Meta: *rec.Meta(), Record: rec}
	if t := bestTable(&m, true); t != nil {
		return &Outlook{m, t}
	}
	return nil
}

// At returns the estimate for a round. It is unknown if the round is missing.
func (o *Outlook) At(round int) Chance {
	if o.match.Record.IsMissing(round) {
		return Chance{Round: round}
	}
	return Chance{Round: round, WinChance: o.Chances(o.match.Record.State(round))}
}

func (o *Outlook) Chances(s sim.State) [sim.Seats]float64 { return o.table.stateChances(&o.match, s) }

// LoadExternalTable returns the table for matches with players that are not built in. It falls back to
// the general table, or nil.
func LoadExternalTable(g sim.Game) *Table {
	t := LoadTable(g, false)
	text, err := weightFiles.ReadFile("weights/" + g.Name() + ".strangers.txt")
	if t == nil || err != nil {
		return t
	}
	t = NewExternalTable(t)
	for line := range strings.Lines(string(text)) {
		if name, weight, ok := strings.Cut(strings.TrimSpace(line), " | "); ok && name != "" && name[0] != '#' {
			t.Weights = append(t.Weights, parseFloats([]string{weight})...)
		}
	}
	return t
}

// NewExternalTable returns a table for external players that is based on base and has no weights
// yet.
func NewExternalTable(base *Table) *Table {
	t := *base
	t.base, t.Weights = base, nil
	return &t
}

// ExternalFeatureNames lists the features of tables for external players: the base table's logit, which
// is overconfident for them, and the lead in points.
var ExternalFeatureNames = [...]string{"table", "lead"}

// typicalScoreWeight is the weight of typical scores in the expected final score.
const typicalScoreWeight = 0.2

// lead returns each seat's lead over the mean score, divided by the score expected in the rest of
// the match.
func (t *Table) lead(s *Sample) [sim.Seats]float64 {
	var scores [sim.Seats]float64
	total := 0.0
	for seat := range scores {
		scores[seat] = float64(s.Values[seat][0])
		total += scores[seat]
	}
	done := float64(s.Round) / float64(s.Rounds)
	final := (max(total, 0)/sim.Seats + float64(typicalScoreWeight*t.Scales[0])) / (done + typicalScoreWeight)
	return centered(scores, 1/(final*(1-done)))
}

func centered(v [sim.Seats]float64, factor float64) [sim.Seats]float64 {
	mean := (v[0] + v[1] + v[2] + v[3]) / sim.Seats
	for seat := range v {
		v[seat] = (v[seat] - mean) * factor
	}
	return v
}

// equalChanceWeight is the weight of equal chances at the start of a match. It falls to 0 at the end.
const equalChanceWeight = 0.01
