package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/simtest"
	watch "game-tui/tui/match"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	dashboard "game-tui/tui/tournament"
	"game-tui/tui/tuitest"
)

// fake is a tournament whose results are made up: the first players are the best.
type fake struct {
	mu     sync.Mutex
	books  *league.Books
	status dashboard.Status
}

func (f *fake) View(look func(*league.Books)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	look(f.books)
}

func (f *fake) Status() dashboard.Status { return f.status }

// play makes up the results of tasks from to to.
func (f *fake) play(from, to int) {
	for k := from; k < to; k++ {
		rng := rand.New(rand.NewPCG(7, uint64(k)))
		f.View(func(b *league.Books) {
			task := b.Schedule.Task(k)
			r := league.Result{N: k}
			for range task.Plays {
				var row [sim.Seats]int
				for place, e := range task.LineUp {
					row[place] = 1000 - 60*e + rng.IntN(400)
				}
				r.Scores = append(r.Scores, row)
				r.Leads = append(r.Leads, rng.IntN(20))
			}
			b.Add(&r)
		})
	}
}

// tournament is one of n players, of which so many seeds are planned.
func tournament(t *testing.T, n, seeds int) *fake {
	t.Helper()
	p := &league.Plan{Engine: "test", Game: "g", Design: league.All, Seed: 100, Seeds: seeds}
	switch {
	case n == 2:
		p.Design = league.Versus
	case n > league.AllUpTo:
		p.Design = league.Balanced
	}
	for i := range n {
		p.Player = append(p.Player, league.Entry{Name: fmt.Sprintf("player-%d", i), Builtin: "X"})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return &fake{books: league.NewBooks(p), status: dashboard.Status{Title: "final.jsonl"}}
}

// rig is a watcher of a board.
type rig struct {
	t      *testing.T
	board  *dashboard.Board
	state  dashboard.State
	effect dashboard.Effect
}

func newRig(t *testing.T, f *fake, o dashboard.Options) *rig {
	t.Helper()
	return &rig{t: t, board: dashboard.NewBoard(f), state: dashboard.New(o)}
}

func (r *rig) take(in watch.Input) { r.state, r.effect = r.board.Update(r.state, in) }

func (r *rig) press(names ...string) {
	for _, name := range names {
		r.take(watch.Key{Name: name})
	}
}

func (r *rig) draw() *screen.Grid {
	var g screen.Grid
	now, _ := r.board.Now()
	r.board.Draw(&g, &r.state, now)
	return &g
}

func (r *rig) shown() string { return tuitest.Show(r.t, r.draw()).String() }

func busy(t *testing.T) *fake {
	f := tournament(t, 6, 60)
	f.play(0, 400)
	f.status.Rate, f.status.Left = 81.3, 95*time.Second
	f.status.Playing = []dashboard.Playing{{[4]int{0, 1, 2, 3}, 126}, {[4]int{0, 1, 2, 4}, 126}}
	for i := range 5 {
		f.status.Outs = append(f.status.Outs, dashboard.Out{Entry: i, Seed: int32(120 - i), Text: "crash in round 12 (exit status 1)", At: league.Where{Task: 300 - i, Match: 2, Seat: 1}})
	}
	return f
}

// TestGolden holds whole screens without colour, of each page.
func TestGolden(t *testing.T) {
	t.Parallel()
	f := busy(t)
	duel := tournament(t, 2, 50)
	duel.play(0, 50)
	duel.status.Answer, duel.status.Over = "player-0 is better than player-1: ahead in 71 % of comparisons", "all is proven"
	many := tournament(t, 70, 60)
	many.play(0, 300)
	few := tournament(t, 4, 60)
	few.status.Note = "final.jsonl:7: byte 812: expected the result of a task"
	for name, c := range map[string]struct {
		f    *fake
		keys []string
	}{
		"standing": {f, nil}, "chosen": {f, []string{"down", "down", "right"}}, "matches": {f, []string{"down", "enter", "down"}},
		"pair": {f, []string{"down", "right", "right", "enter"}}, "outs": {f, []string{"o", "down"}}, "help": {f, []string{"?"}},
		"duel": {duel, []string{"down"}}, "many": {many, []string{"pgdown", "pgdown", "pgdown", "pgdown"}}, "few": {few, nil},
	} {
		for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}, {40, 10}} {
			t.Run(fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), func(t *testing.T) {
				r := newRig(t, c.f, dashboard.Options{W: size[0], H: size[1], Palette: "none"})
				r.press(c.keys...)
				tuitest.Golden(t, r.shown())
			})
		}
	}
}

// TestGoldenColors holds a screen in the colours of each kind of terminal.
func TestGoldenColors(t *testing.T) {
	t.Parallel()
	f := busy(t)
	for name, o := range map[string]dashboard.Options{
		"truecolor": {Profile: theme.TrueColor}, "light": {Profile: theme.TrueColor, Palette: "light"},
		"256": {Profile: theme.Color256}, "16": {Profile: theme.Color16}, "ascii": {Profile: theme.TrueColor, ASCII: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o.W, o.H = 80, 24
			r := newRig(t, f, o)
			r.press("down", "right", "enter")
			tuitest.Golden(t, tuitest.Colored(r.draw()))
		})
	}
}

// TestOpensTheMatchThatIsShown: the effect of Enter is the match of the line, of the
// player or the pair that was chosen.
func TestOpensTheMatchThatIsShown(t *testing.T) {
	t.Parallel()
	f := busy(t)
	r := newRig(t, f, dashboard.Options{W: 100, H: 40})
	now, _ := r.board.Now()
	first, second, third := now.Rows[0].Entry, now.Rows[1].Entry, now.Rows[2].Entry
	r.press("down", "enter")
	for k := range league.Kinds {
		r.press("enter")
		if want := f.books.Sights.Players[first][k].Where; r.effect != (dashboard.Effect{Action: dashboard.Open, Match: want}) {
			t.Errorf("%v of the first player: %+v, want %+v", k, r.effect, want)
		}
		r.press("down")
	}
	r.press("esc", "down", "right", "right", "enter", "down", "enter")
	if want := f.books.Sights.Pair(second, third)[league.Closest].Where; r.effect.Match != want {
		t.Errorf("the closest match of the second with the third: %+v, want %+v", r.effect.Match, want)
	}
	if !strings.Contains(r.shown(), "matches of player-"+fmt.Sprint(second)+" with player-"+fmt.Sprint(third)) {
		t.Error(r.shown())
	}
	r.press("o", "down", "enter")
	if want := f.status.Outs[1].At; r.effect.Match != want {
		t.Errorf("the second out: %+v, want %+v", r.effect.Match, want)
	}
	r.take(dashboard.Asked{Text: "playing it again…"})
	r.press("enter")
	if r.effect.Action != dashboard.None || !strings.Contains(r.shown(), "playing it again") {
		t.Error("a second match is asked for while the first is on its way")
	}
	r.take(watch.Said{Text: "player-3: bot.py has changed"})
	if !strings.Contains(r.shown(), "bot.py has changed") || r.state.Wait() == 0 {
		t.Error("what went wrong is not told")
	}
	r.take(watch.Tick{Elapsed: time.Minute})
	if strings.Contains(r.shown(), "bot.py has changed") {
		t.Error("a notice stays for ever")
	}
}

// TestShellsSayWhatTheyCannot: help, footer and keys leave it out.
func TestShellsSayWhatTheyCannot(t *testing.T) {
	t.Parallel()
	var cannot dashboard.Actions
	r := newRig(t, busy(t), dashboard.Options{W: 100, H: 40, Cannot: cannot.With(dashboard.Suspend)})
	r.press("ctrl+z")
	if r.effect.Action != dashboard.None {
		t.Error("what the shell cannot do is asked for")
	}
	r.press("?")
	if strings.Contains(r.shown(), "suspend") {
		t.Error("help tells of what cannot be done")
	}
	r.press("q")
	if r.effect.Action != dashboard.Leave {
		t.Errorf("q is %v", r.effect)
	}
}

// TestAnythingCanBePressed presses keys at random in windows of all sizes, while the
// tournament goes on: nothing breaks, and what is drawn can be shown.
func TestAnythingCanBePressed(t *testing.T) {
	t.Parallel()
	names := []string{"up", "down", "left", "right", "pgup", "pgdown", "home", "end", "enter", "esc", "o", "t", "?", "q", "x", "ctrl+c", "ctrl+l"}
	seeds := uint64(30)
	if simtest.Sample() {
		seeds = 6
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 1))
		f := tournament(t, []int{2, 4, 7, 20}[seed%4], 40)
		f.status.Title = "\x1b[2J漢字\n.jsonl"
		f.status.Note = "\x1b]0;x\x07"
		r := newRig(t, f, dashboard.Options{W: rng.IntN(200), H: rng.IntN(80), ASCII: seed%3 == 0})
		for k := range 200 {
			if tasks := f.books.Schedule.Tasks(); k < tasks && k%3 == 0 {
				f.play(k/3, k/3+1)
				r.board = dashboard.NewBoard(f)
			}
			if k%20 == 7 {
				r.take(watch.Resize{W: rng.IntN(200), H: rng.IntN(60)})
			}
			r.press(names[rng.IntN(len(names))])
			g := r.draw()
			for _, c := range g.Cells {
				if c.R != 0 && screen.Printable(c.R) != c.R {
					t.Fatalf("seed %d, key %d: a cell holds %q", seed, k, c.R)
				}
			}
		}
	}
}

// TestBoardFollows: while results come, everybody who looks gets newer snapshots, and
// in the end the whole tournament.
func TestBoardFollows(t *testing.T) {
	t.Parallel()
	f := tournament(t, 5, 40)
	b := dashboard.NewBoard(f)
	ctx := t.Context()
	go b.Run(ctx)
	go f.play(0, f.books.Schedule.Tasks())
	for last := 0; ; {
		now, fresh := b.Now()
		if now.Done < last {
			t.Fatalf("%d matches, %d before", now.Done, last)
		}
		if last = now.Done; last == now.All && now.Rows[0].Rank == 1 {
			return
		}
		simtest.Receive(t, fmt.Sprintf("something newer than %d of %d matches, rank %d", now.Done, now.All, now.Rows[0].Rank), fresh)
	}
}
