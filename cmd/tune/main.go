// Command tune looks for better numbers of the player of a game that may be tuned, by play.
//
// What counts is the share of the win, and a little the margin over the best other. A step has two
// parts. First it plays pairs of matches in which every number is moved up or down at random, and in
// the other match the other way, on the same seed and seat against the same others: over many pairs this
// gives the slopes of all numbers at once. Then a candidate, moved along the slopes, races against the
// present numbers, in pairs again: it is taken where it is proven better, and dropped early where it
// is not. The next step goes on with the slopes.
//
// Progress is kept in a file after each step; started again it goes on there. When -for is over, what was
// found plays against the numbers of the source, on seeds of tuning and on others, never seen, and is printed
// as Go. Ctrl-C ends it at once, with the numbers of the last step. No source is changed.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"

	"game-tui/ai"
	"game-tui/ai/numbers"
	"game-tui/sim"
	"game-tui/sim/catalog"
)

const (
	slopeBatches  = 4         // that a step adds to the slopes
	raceBatches   = 10        // of a race at most
	better, worse = 2.0, -0.5 // standard errors of a candidate's gain at which a race ends
)

// tuner looks for better numbers of a player.
type tuner struct {
	progress
	game   sim.Game
	player *numbers.Player
	lines  [][sim.Seats - 1]string
	batch  int       // pairs
	file   string    // that keeps the progress
	out    io.Writer // lines about it
}

// progress is all that a step leaves to the next, which follows from it alone.
type progress struct {
	From                []numbers.Number // that it began with
	Values              []float64        // the best so far
	Steps, Taken, Pairs int              // done, candidates taken, and played of tuning seeds
	Reach               float64          // how far a candidate goes: halved after one that was not taken
	Slopes              []float64        // sums of gains: what is won by more of a number, less what by less
	Square              float64          // sum of the squares of those gains
}

func main() {
	game := flag.String("game", "", "tune the player of that `game`: "+strings.Join(catalog.Names(), ", "))
	length := flag.Duration("for", 20*time.Minute, "take steps for that `time`; judging comes after it")
	file := flag.String("o", "", "keep the progress in that `file`, and go on with it (default tune-GAME.json)")
	pairs := flag.Int("pairs", 1000, "judge by that `number` of pairs of matches")
	judge := flag.Bool("judge", false, "take no step: judge what was found before")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *judge {
		*length = 0
	}
	if *file == "" {
		*file = "tune-" + *game + ".json"
	}
	if err := run(ctx, *game, *file, *length, *pairs); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

// run tunes for some time, then judges what was found, unless ctx has ended.
func run(ctx context.Context, game, file string, length time.Duration, pairs int) error {
	g, ok := catalog.Find(game)
	player, tunable := ai.Tunable(game)
	if !ok || !tunable {
		return fmt.Errorf("no player of a game %q may be tuned: -game is one of %s, with a champion in ai/ai.go", game, strings.Join(catalog.Names(), ", "))
	}
	t, err := newTuner(g, player, file, os.Stderr)
	if err != nil {
		return err
	}
	limited, stop := context.WithTimeout(ctx, length)
	defer stop()
	for err == nil && limited.Err() == nil {
		err = t.step(limited)
	}
	if err != nil && limited.Err() == nil {
		return err
	}
	t.table(os.Stdout)
	if err = t.judge(ctx, "seeds of judging", judgeSeed, pairs); err == nil {
		err = t.judge(ctx, "seeds of tuning", tuningSeed, pairs)
	}
	return err
}

// newTuner goes on with the progress in a file, or begins where there is none.
func newTuner(g sim.Game, p *numbers.Player, file string, out io.Writer) (*tuner, error) {
	n := len(p.Numbers)
	t := &tuner{progress{From: p.Numbers, Values: numbers.Values(p.Numbers), Reach: 1, Slopes: make([]float64, n)}, g, p, lineUps(g.Name(), p.Name), 60, file, out}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if t.progress = (progress{}); err == nil {
		err = json.Unmarshal(text, &t.progress)
	}
	if err == nil && (!slices.Equal(t.From, p.Numbers) || len(t.Values) != n || len(t.Slopes) != n) {
		err = fmt.Errorf("it is not about the numbers that %s has now: remove it, or name another file with -o", p.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

// step looks for better numbers, and saves what it found. One that ends early changes nothing.
func (t *tuner) step(ctx context.Context) error {
	p := t.progress
	p.Slopes = slices.Clone(p.Slopes)
	if err := t.addSlopes(ctx, &p); err != nil {
		return err
	}
	by := make([]float64, len(p.Slopes)) // a whole stride where a slope is two standard errors
	for i, slope := range p.Slopes {
		by[i] = min(max(slope/math.Sqrt(p.Square+1e-12)/2, -1), 1)
	}
	candidate := t.moved(p.Values, by, p.Reach)
	gain, off, err := t.race(ctx, &p, candidate)
	if err != nil {
		return err
	}
	p.Steps++
	verdict := "not taken"
	if p.Reach /= 2; p.Reach < 0.2 {
		p.Reach = 1
	}
	if gain >= better*off {
		verdict = "taken"
		p.Taken++
		p.Values, p.Reach, p.Square = candidate, 1, p.Square/2
		for i := range p.Slopes {
			p.Slopes[i] /= 2 // they were seen from another place
		}
	}
	fmt.Fprintf(t.out, "step %d, %d pairs played: a candidate with a gain of %+.3f ± %.3f was %s\n", p.Steps, p.Pairs, gain, off, verdict)
	t.progress = p
	return t.save()
}

// save writes the progress whole, or leaves what was there.
func (t *tuner) save() error {
	text, err := json.MarshalIndent(&t.progress, "", "\t")
	if err == nil {
		err = os.WriteFile(t.file+".part", append(text, '\n'), 0o644)
	}
	if err == nil {
		err = os.Rename(t.file+".part", t.file)
	}
	return err
}

// addSlopes plays pairs in which each number is moved, as dice say, and the other way in the other match.
func (t *tuner) addSlopes(ctx context.Context, p *progress) error {
	signs := make([][]float64, slopeBatches*t.batch)
	for k := range signs {
		dice := sim.NewRand(int32(uint32(p.Pairs+k) * 2654435769 >> 1)) // neighbouring seeds draw alike
		for range p.Values {
			signs[k] = append(signs[k], float64(2*dice.Random(0, 1)-1))
		}
	}
	list, err := t.play(ctx, tuningSeed, p.Pairs, len(signs), p.Values, func(k int) [2][]float64 {
		return [2][]float64{t.moved(p.Values, signs[k], 1), t.moved(p.Values, signs[k], -1)}
	})
	p.Pairs += len(list)
	for k := range list {
		gain := list[k].gain()
		p.Square += gain * gain
		for i, sign := range signs[k] {
			p.Slopes[i] += sign * gain
		}
	}
	return err
}

// moved are values of which each is moved by so many strides: a stride is a quarter of the value, or a
// part of what may be tried where that is more. They have no more digits than are worth writing down.
func (t *tuner) moved(values, by []float64, reach float64) []float64 {
	list := slices.Clone(values)
	for i, n := range t.player.Numbers {
		to := values[i] + reach*by[i]*max(math.Abs(values[i])/4, (n.High-n.Low)/25)
		to, _ = strconv.ParseFloat(strconv.FormatFloat(to, 'g', 3, 64), 64)
		list[i] = min(max(to, n.Low), n.High)
	}
	return list
}

// race plays a candidate against the present numbers. It returns its mean gain, with the standard error.
func (t *tuner) race(ctx context.Context, p *progress, candidate []float64) (gain, off float64, err error) {
	var gains []float64
	for range raceBatches {
		list, err := t.play(ctx, tuningSeed, p.Pairs, t.batch, p.Values, func(int) [2][]float64 { return [2][]float64{candidate, p.Values} })
		if err != nil {
			return 0, 0, err
		}
		p.Pairs += t.batch
		for k := range list {
			gains = append(gains, list[k].gain())
		}
		if gain, off = mean(gains); gain >= better*off || gain <= worse*off {
			break
		}
	}
	return gain, off, nil
}

// table writes the numbers as lines of Go, with the slopes there in standard errors: what may still be moved.
func (t *tuner) table(w io.Writer) {
	fmt.Fprintf(w, "// After %d steps, of which %d were taken, and %d pairs of matches:\n", t.Steps, t.Taken, t.Pairs)
	for i, n := range t.From {
		fmt.Fprintf(w, "{Name: %q, Value: %v, Low: %v, High: %v, Means: %q}, // was %v; slope %+.1f\n", n.Name, t.Values[i], n.Low, n.High, n.Means, n.Value,
			t.Slopes[i]/math.Sqrt(t.Square+1e-12))
	}
}

// judge plays what was found, and what it began with, against others that have what it began with.
func (t *tuner) judge(ctx context.Context, what string, first int32, n int) error {
	from := numbers.Values(t.From)
	list, err := t.play(ctx, first, 0, n, from, func(int) [2][]float64 { return [2][]float64{t.Values, from} })
	if err != nil {
		return err
	}
	var found, before, gain []float64
	for _, p := range list {
		found, before, gain = append(found, p.won[0]), append(before, p.won[1]), append(gain, p.won[0]-p.won[1])
	}
	fmt.Fprintf(t.out, "%s: wins %s, before %s, gain %s (with standard errors, of %d pairs)\n", what, percent(found), percent(before), percent(gain), n)
	return nil
}
