package final_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"game-tui/sim/league/playoff"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
	"game-tui/tui/cells/screen"
	"game-tui/tui/replay/playback"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
	"game-tui/tui/view/final"
)

// fake is a final in which the first matches have results. Matches with higher numbers have better
// results. All matches show the same recording.
type fake struct {
	*playoff.Final
	recs []*record.Record
	lost int // index of a match that cannot be read; -1 means none
}

func (f *fake) View(look func(*playoff.Final)) { look(f.Final) }

func (f *fake) Load(_ context.Context, n int) (*record.Record, error) {
	if n == f.lost {
		return nil, errors.New("bot.py has changed\x1b[2J")
	}
	m, _ := f.Match(n)
	rec := f.recs[n%len(f.recs)]
	meta := *rec.Meta()
	for seat, e := range m.Seats {
		meta.Names[seat] = names[e]
	}
	return rec.WithMeta(meta), nil
}

var names = []string{"Anna Puig", "José", "Ben", "Carla", "Dani", "Eva-Maria", "Ferran", "Gil", "Hug", "Irina", "Jordi", "Kim", "Laia", "Marc", "Nil", "Ona"}

// recordings returns the recordings of a game. Each file is read only once.
var recordings = map[string][]string{
	"harrypotter": {"rival-s2001", "demo-s30", "mixed-s30", "dummy-s30"}, "moneyheist": {"rival-s2001"}, "thepurge": {"rival-s2001", "mixed-s30", "demo-s30"},
}

var (
	reading sync.Mutex
	read    = map[string]*record.Record{}
)

// newFake returns a final with the given number of matches per group. Only the first matches have
// results.
func newFake(t *testing.T, game string, matches, known int) *fake {
	t.Helper()
	f := &fake{Final: playoff.NewFinal(7, matches), lost: -1}
	reading.Lock()
	defer reading.Unlock()
	for _, name := range recordings[game] {
		if read[game+name] == nil {
			read[game+name] = tuitest.ReadRecording(t, game, name)
		}
		f.recs = append(f.recs, read[game+name])
	}
	for n := range known {
		f.add(n)
	}
	return f
}

func (f *fake) add(n int) {
	m, _ := f.Match(n)
	f.Add(n, playoff.Result{Scores: m.Seats})
}

// A rig is a viewer of a show.
type rig struct {
	t    *testing.T
	show *final.Show
	ui.Program
	effect ui.Effect
}

func newRig(t *testing.T, f *fake, o ui.Options) *rig {
	t.Helper()
	s := final.NewShow(f, final.Options{Title: "final.jsonl", Names: names})
	return &rig{t: t, show: s, Program: ui.NewProgram(o, s.Open(ui.OpenOptions{}))}
}

func (r *rig) send(in ui.Input) {
	r.Program, r.effect = r.Update(in)
	if steer, ok := r.effect.Request.(ui.Steer); ok {
		steer.Show.Steer(steer.Action)
		r.send(ui.SourceGrown{})
	}
}

func (r *rig) press(names ...string) {
	for _, name := range names {
		r.send(ui.Key{Name: name})
	}
}

// playUntil advances the show to a round of the heat. Round 1000 means the end of the heat.
func (r *rig) playUntil(round int) {
	for was := -1; r.show.Moment().Play.Round < round; r.show.Step(time.Second / 4) {
		if now := r.show.Moment(); now.Play.HasEnded() && was == now.Play.Round && was > 0 {
			break
		}
		was = r.show.Moment().Play.Round
	}
	r.send(ui.SourceGrown{})
}

// playHeats plays n heats to their ends.
func (r *rig) playHeats(n int) {
	for range n {
		r.playUntil(1000)
		r.press("right")
	}
}

func (r *rig) draw() *screen.Grid {
	var g screen.Grid
	r.Draw(&g)
	return &g
}

func (r *rig) screenText() string { return tuitest.Show(r.t, r.draw()).String() }

// namesWinner reports whether the heading of the screen names the winner.
func (r *rig) namesWinner() bool {
	first, _, _ := strings.Cut(r.screenText(), "\n")
	return strings.HasSuffix(strings.TrimSpace(first), "* Ona wins")
}

func TestGolden(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for name, c := range map[string]struct {
		game         string
		known, heats int
		round        int
		keys         []string
		wantText     string // text required in every window
		golden       []int  // widths of the windows with a golden file
	}{
		"playing":    {"harrypotter", 0, 0, 0, nil, "semifinals, match 1", []int{80}},
		"semifinals": {"harrypotter", 20, 2, 120, nil, "semifinals, match 3", []int{80, 160, 40}},
		"tiles":      {"thepurge", 20, 1, 40, nil, "semifinals, match 2", []int{80, 160}},
		"final":      {"moneyheist", 20, 5, 60, nil, "final, match 2", []int{80}},
		"over":       {"harrypotter", 20, 7, 1000, nil, "final, match 4", []int{160}},
		"list":       {"harrypotter", 20, 2, 10, []string{"enter"}, "semifinal 1, match 2", []int{80}},
		"help":       {"harrypotter", 20, 0, 0, []string{"?"}, "play, pause", []int{80}},
	} {
		r := newRig(t, newFake(t, c.game, 4, c.known), ui.Options{W: 80, H: 24, PaletteName: "none", NoSpoilers: true})
		r.playHeats(c.heats)
		r.playUntil(c.round)
		r.press(c.keys...)
		for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 50}, {240, 60}, {40, 12}} {
			t.Run(fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), func(t *testing.T) {
				r.t = t
				r.send(ui.Resize{W: size[0], H: size[1]})
				if got := r.screenText(); !strings.Contains(got, c.wantText) {
					t.Errorf("no %q on\n%s", c.wantText, got)
				}
				if slices.Contains(c.golden, size[0]) {
					screentest.CompareGolden(t, r.screenText())
				}
			})
		}
	}
}

func TestNoSpoilersHidesHeatsNotShown(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, secret := range []bool{true, false} {
		r := newRig(t, newFake(t, "thepurge", 2, 10), ui.Options{W: 100, H: 40, NoSpoilers: secret})
		for heat := range 4 {
			for _, round := range []int{0, 100, 1000} {
				r.playUntil(round)
				over := heat == 3 && round == 1000
				if got := r.namesWinner(); got != (over || !secret) {
					t.Errorf("no spoilers %t, heat %d, round %d: the champion is shown: %t", secret, heat, round, got)
				}
				if known := heat >= 2 || heat == 1 && round == 1000; strings.Contains(r.screenText(), "winner of semifinal 1") == (known || !secret) {
					t.Errorf("no spoilers %t, heat %d, round %d: who is in the final: \n%s", secret, heat, round, r.screenText())
				}
				if text := string(r.View().AppendText(nil, &r.Program)); strings.Contains(text, "Ona wins") != (over || !secret) {
					t.Errorf("no spoilers %t, heat %d: %s", secret, heat, text)
				}
			}
			want := 10
			if secret {
				want = []int{4, 8, 9, 10}[heat]
			}
			if list := r.show.List(secret); len(list) != want {
				t.Errorf("no spoilers %t, heat %d: %d matches are listed, want %d", secret, heat, len(list), want)
			}
			r.press("right")
		}
	}
}

func TestShowPlaysAllHeatsUnlessPaused(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	f := newFake(t, "thepurge", 1, 0)
	r := newRig(t, f, ui.Options{W: 100, H: 40})
	run := func(n int) {
		for range n {
			r.show.Step(time.Second / 4)
		}
		r.send(ui.SourceGrown{})
	}
	if run(10); r.show.Moment().Play.Round != 0 || !strings.Contains(r.screenText(), "waiting for these matches") {
		t.Errorf("what is not known is shown:\n%s", r.screenText())
	}
	for n := range 4 {
		f.add(n)
	}
	run(20)
	at := r.show.Moment().Play.Round
	if r.press("space"); at == 0 {
		t.Error("nothing goes on")
	}
	if run(20); r.show.Moment().Play.Round != at || !strings.Contains(r.screenText(), "paused") {
		t.Error("it goes on while it is paused")
	}
	r.press("space")
	if run(2000); r.show.Moment().HeatIndex != 1 || !strings.Contains(r.screenText(), "waiting for these matches") {
		t.Errorf("the final is not waited for:\n%s", r.screenText())
	}
	f.add(4)
	if run(2000); !r.show.Moment().IsOver || !r.namesWinner() {
		t.Errorf("nobody has won:\n%s", r.screenText())
	}
	if r.press("left", "left", "left"); r.show.Moment().HeatIndex != 0 {
		t.Errorf("heat %d after going back", r.show.Moment().HeatIndex)
	}
}

func TestMostEventfulBoardIsShown(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	r := newRig(t, newFake(t, "harrypotter", 1, 4), ui.Options{W: 100, H: 40})
	seen := map[string]bool{}
	for k := 0; k < 200; k += 10 {
		r.playUntil(k)
		title := strings.TrimPrefix(strings.TrimSpace(strings.Split(r.screenText(), "\n")[1]), "semifinal ")
		seen[title[:1]] = true
	}
	if len(seen) < 3 {
		t.Errorf("only %v are shown", seen)
	}
}

func TestEnterOpensTheChosenMatch(t *testing.T) {
	t.Parallel()
	f := newFake(t, "thepurge", 2, 10)
	f.lost = 2
	r := newRig(t, f, ui.Options{W: 100, H: 40, NoSpoilers: true})
	r.playUntil(1)
	if !strings.Contains(r.screenText(), "bot.py has changed") {
		t.Errorf("what is wrong is not said:\n%s", r.screenText())
	}
	r.press("right")
	r.playUntil(1000)
	if r.press("enter", "down", "enter"); r.effect.Request != (ui.Open{Name: final.MatchName(5)}) {
		t.Errorf("%+v is asked for:\n%s", r.effect.Request, r.screenText())
	}
}

func TestVisitorsShareScreensAndCannotSteer(t *testing.T) {
	t.Parallel()
	can := ui.Capabilities{Unsupported: map[ui.Capability]string{ui.CanSteer: ""}}
	r := newRig(t, newFake(t, "thepurge", 1, 5), ui.Options{W: 100, H: 40, Capabilities: &can})
	r.playUntil(5)
	before, ok := r.SharedFormat()
	if r.press("space", "right", "+"); r.show.Moment().HeatIndex != 0 || r.effect.Request != nil {
		t.Error("a visitor has changed what all see")
	}
	if after, _ := r.SharedFormat(); !ok || after != before {
		t.Error("visitors do not share what they see")
	}
	if r.press("?"); strings.Contains(r.screenText(), "pause") {
		t.Errorf("help tells of what cannot be done:\n%s", r.screenText())
	}
}

func TestRandomKeysAndSizesDrawOnlyPrintableCells(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	keys := []string{"enter", "esc", "space", "right", "left", "+", "-", "t", "?", "down", "x"}
	for seed := range uint64(9) {
		rng := rand.New(rand.NewPCG(seed, 1))
		game := []string{"harrypotter", "moneyheist", "thepurge"}[seed%3]
		r := newRig(t, newFake(t, game, 1, []int{0, 4, 5}[rng.IntN(3)]), ui.Options{UseASCII: seed%4 == 0, NoSpoilers: seed%2 == 0})
		for range 60 {
			r.send(ui.Resize{W: 1 + rng.IntN(260), H: 1 + rng.IntN(80)})
			r.show.Step(time.Duration(rng.IntN(9000)) * time.Millisecond)
			r.send(ui.SourceGrown{})
			r.press(keys[rng.IntN(len(keys))])
			for _, c := range r.draw().Cells {
				if c.R != 0 && screen.PrintableRune(c.R) != c.R {
					t.Fatalf("seed %d: a cell holds %q", seed, c.R)
				}
			}
		}
	}
}

func TestRunNotifiesOfNewRounds(t *testing.T) {
	t.Parallel()
	s := final.NewShow(newFake(t, "thepurge", 1, 4), final.Options{Names: names, Speed: 64})
	fresh, stop := s.Subscribe()
	defer stop()
	ended := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		s.Run(ctx)
		close(ended)
	}()
	for s.Moment().Play.Round < 3 {
		simtest.Receive(t, "another round", fresh)
	}
	s.Steer(ui.SteerPlay)
	if s.Moment().Play.Mode != playback.Paused {
		t.Error("it is not paused")
	}
	cancel()
	simtest.Receive(t, "the end", ended)
}
