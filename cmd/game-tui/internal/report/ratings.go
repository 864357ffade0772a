package report

import (
	"bytes"
	"math"
	"slices"

	"game-tui/ai"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/rating"
)

// ratedFields holds the ratings of a game's built-in players in two fields: all matches, and matches
// with at least two of the three strongest players. A player's rating is the mean of both.
type ratedFields struct {
	All    ratedField `json:"all"`
	Strong struct {
		ratedField
		Strongest []string `json:"strongest"` // players with the most points in All
	} `json:"strong"`
}

type ratedField struct {
	Matches int `json:"matches"`
	Seeds   int `json:"seeds"`

	ratings map[string]playerRating // ratings by player name
	ranking []string                // names, strongest first
}

type playerRating struct{ points, pass estimate }

// An estimate is a value with the bounds of its 95 % interval, which may be infinite.
type estimate struct{ value, low, high float64 }

// A table is strong if at least minStrong of the numStrongest best players sit at it.
const (
	numStrongest = 3
	minStrong    = 2
)

// newRatedFields computes the ratings of a game from its embedded tournament files, if any.
func newRatedFields(game string) (*ratedFields, error) {
	var err error
	r := &ratedFields{}
	all, strong := ai.Ratings(game)
	if all == nil || strong == nil {
		return r, nil
	}
	if r.All, err = rateField(all, func([sim.Seats]string) bool { return true }); err != nil {
		return r, err
	}
	r.Strong.Strongest = r.All.ranking[:min(numStrongest, len(r.All.ranking))]
	r.Strong.ratedField, err = rateField(strong, r.isStrong)
	return r, err
}

func (r *ratedFields) isStrong(table [sim.Seats]string) bool {
	n := 0
	for _, name := range r.Strong.Strongest {
		if slices.Contains(table[:], name) {
			n++
		}
	}
	return n >= minStrong
}

// rateField rates the players in a tournament file, counting only matches at tables that include
// accepts. It merges entries of the same built-in player.
func rateField(data []byte, include func(table [sim.Seats]string) bool) (f ratedField, err error) {
	in, err := league.NewReader(bytes.NewReader(data))
	if err != nil {
		return f, err
	}
	var names []string
	player := make([]int, len(in.Plan.Players)) // index into names, by entry
	for i, e := range in.Plan.Players {
		if player[i] = slices.Index(names, e.BuiltinName); player[i] < 0 {
			player[i] = len(names)
			names = append(names, e.BuiltinName)
		}
	}
	tally := rating.NewTally(len(names))
	for result, err := range in.Results() {
		if err != nil {
			return f, err
		}
		task := in.Schedule.Task(result.N)
		var table [sim.Seats]string
		for i, entry := range task.LineUp {
			task.LineUp[i] = player[entry]
			table[i] = names[player[entry]]
		}
		if include(table) {
			m := result.MatchScores(&task)
			tally.Add(&m)
		}
	}
	f.Matches, f.Seeds, f.ratings = tally.Matches, tally.Seeds(), map[string]playerRating{}
	for _, s := range tally.Table(tally.Ratings()) {
		f.ratings[names[s.Entry]] = playerRating{estimate{s.Points, s.Low, s.High}, estimate{s.PassRate.Share, s.PassRate.Low, s.PassRate.High}}
		f.ranking = append(f.ranking, names[s.Entry])
	}
	return f, nil
}

// meanOf returns the mean of two independent estimates.
func meanOf(a, b estimate) estimate {
	mean := (a.value + b.value) / 2
	return estimate{mean, mean - math.Hypot(a.value-a.low, b.value-b.low)/2, mean + math.Hypot(a.high-a.value, b.high-b.value)/2}
}
