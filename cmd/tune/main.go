// Command tune looks for better numbers of the champion of a game, by play.
//
// What counts is the share of the win, and a little the margin over the best other. A step first plays pairs of
// matches in which every number is moved up or down at random, and in the other match the other way, on the same
// seed and seat against the same others: over many pairs this gives the slopes of all numbers at once. Then a
// candidate, moved along the slopes, races against the present numbers, in pairs again: it is taken where it is
// proven better, and dropped early where it is not. The next step goes on with the slopes.
//
// Progress is kept in tune-GAME.json after each step; started again it goes on there. When -for is over, what was
// found is printed as Go, and plays against the numbers of the source on seeds of the steps and on seeds that none
// has seen; -for 0 does that alone. Ctrl-C ends it at once, with the numbers of the last step. No source is changed.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
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
	"game-tui/sim/chance"
	"game-tui/sim/decode"
	"game-tui/sim/fileop"
)

const (
	slopeBatches, raceBatches = 4, 10         // that a step adds to the slopes, and of a race at most
	better, worse             = 2.0, -0.5     // standard errors of a candidate's gain at which a race ends
	marginWeight              = 0.25          // of a margin beside a win, which tells two matches apart that are both lost, or won
	judgePairs, judgeFrom     = 1000, 1 << 30 // how many, and the first of them, far from those of all steps
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
	game := flag.String("game", "", "tune the champion of that `game`: "+strings.Join(catalog.Names(), ", "))
	length := flag.Duration("for", 20*time.Minute, "take steps for that `time`; judging comes after it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *game, *length); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

// run tunes for some time, then judges what was found, unless ctx has ended.
func run(ctx context.Context, game string, length time.Duration) error {
	g, ok := catalog.Find(game)
	player, tunable := ai.Tunable(game)
	if !ok || !tunable {
		return fmt.Errorf("no player of a game %q may be tuned: -game is one of %s, with a champion in ai/ai.go", game, strings.Join(catalog.Names(), ", "))
	}
	t, err := newTuner(g, player, "tune-"+game+".json", os.Stderr)
	limited, stop := context.WithTimeout(ctx, length)
	defer stop()
	for err == nil && limited.Err() == nil {
		err = t.step(limited)
	}
	if t == nil || err != nil && limited.Err() == nil {
		return err
	}
	t.table(os.Stdout)
	return t.judge(ctx, judgePairs)
}

// maxProgress is the size of the largest file of progress.
const maxProgress = 1 << 20

// newTuner goes on with the progress in a file, or begins where there is none.
func newTuner(g sim.Game, p *numbers.Player, file string, out io.Writer) (*tuner, error) {
	n := len(p.Numbers)
	t := &tuner{game: g, player: p, lines: lineUps(g.Name(), p.Name), batch: 60, file: file, out: out}
	t.progress = progress{From: slices.Clone(p.Numbers), Values: numbers.Values(p.Numbers), Reach: 1, Slopes: make([]float64, n)}
	text, err := os.ReadFile(file)
	if err == nil {
		t.progress, err = decode.JSON[progress](text, maxProgress)
	}
	if err == nil && (!slices.Equal(t.From, p.Numbers) || len(t.Values) != n || len(t.Slopes) != n) {
		err = fmt.Errorf("it is not about the numbers that %s has now: remove it", p.Name)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
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
	for i := range by {
		by[i] = min(max(p.slope(i)/2, -1), 1)
	}
	candidate := t.moved(p.Values, by, p.Reach)
	gain, err := t.race(ctx, &p, candidate)
	if err != nil {
		return err
	}
	p.Steps++
	if p.Reach /= 2; p.Reach < 0.2 {
		p.Reach = 1
	}
	if gain.Z() >= better {
		p.Taken++
		p.Values, p.Reach, p.Square = candidate, 1, p.Square/2
		for i := range p.Slopes {
			p.Slopes[i] /= 2 // they were seen from another place
		}
	}
	fmt.Fprintf(t.out, "step %d, %d pairs played: the candidate gains %+.3f ± %.3f; taken so far: %d\n", p.Steps, p.Pairs, gain.Mean, gain.Error, p.Taken)
	t.progress = p
	return t.save()
}

// slope is that of a number in standard errors: above 0 where more of it wins more.
func (p *progress) slope(i int) float64 { return p.Slopes[i] / math.Sqrt(p.Square+1e-12) }

// save writes the progress whole, or leaves what was there.
func (t *tuner) save() error {
	text, err := json.MarshalIndent(&t.progress, "", "\t")
	if err == nil {
		err = os.WriteFile(t.file+".part", append(text, '\n'), 0o644)
	}
	if err == nil {
		err = fileop.Replace(t.file+".part", t.file)
	}
	return err
}

// addSlopes plays pairs in which each number is moved, as dice say, and the other way in the other match.
func (t *tuner) addSlopes(ctx context.Context, p *progress) error {
	dice := sim.NewRand(int32(uint32(p.Pairs) * 2654435769 >> 1)) // neighbouring seeds draw alike
	signs := make([][]float64, slopeBatches*t.batch)
	for k := range signs {
		for range p.Values {
			signs[k] = append(signs[k], float64(2*dice.Random(0, 1)-1))
		}
	}
	_, gains, err := t.play(ctx, p.Pairs, len(signs), p.Values, func(k int) [2][]float64 {
		return [2][]float64{t.moved(p.Values, signs[k], 1), t.moved(p.Values, signs[k], -1)}
	})
	p.Pairs += len(signs)
	for k, gain := range gains {
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

// race plays a candidate against the present numbers, and returns its mean gain.
func (t *tuner) race(ctx context.Context, p *progress, candidate []float64) (gain chance.Mean, err error) {
	var gains []float64
	for n := 0; n < raceBatches && gain.Z() < better && gain.Z() > worse; n++ {
		_, more, err := t.play(ctx, p.Pairs, t.batch, p.Values, func(int) [2][]float64 { return [2][]float64{candidate, p.Values} })
		if err != nil {
			return gain, err
		}
		p.Pairs += t.batch
		gains = append(gains, more...)
		gain = chance.MeanOf(gains)
	}
	return gain, nil
}

// table writes the numbers as lines of Go, with the slopes there: what may still be moved.
func (t *tuner) table(w io.Writer) {
	fmt.Fprintf(w, "// After %d steps, of which %d were taken, and %d pairs of matches:\n", t.Steps, t.Taken, t.Pairs)
	for i, n := range t.From {
		fmt.Fprintf(w, "{Name: %q, Value: %v, Low: %v, High: %v, Means: %q}, // was %v; slope %+.1f\n", n.Name, t.Values[i], n.Low, n.High, n.Means, n.Value, t.slope(i))
	}
}

// judge plays what was found, and what it began with, against others that have what it began with.
func (t *tuner) judge(ctx context.Context, n int) error {
	from := numbers.Values(t.From)
	for i, seeds := range []string{"of the steps", "that no step has seen"} {
		won, _, err := t.play(ctx, i*judgeFrom, n, from, func(int) [2][]float64 { return [2][]float64{t.Values, from} })
		if err != nil {
			return err
		}
		gain := chance.MeanOf(won)
		fmt.Fprintf(t.out, "on %d seeds %s it wins %+.1f ± %.1f %% of the matches more than before (± is a standard error)\n", n, seeds, 100*gain.Mean, 100*gain.Error)
	}
	return nil
}
