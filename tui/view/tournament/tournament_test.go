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
	"game-tui/sim/league/schedule"
	"game-tui/sim/simtest"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
	"game-tui/tui/view/tournament"
)

// fake is a tournament with invented results. Players with lower indices are better.
type fake struct {
	mu        sync.Mutex
	standings *league.Standings
	status    tournament.Status
}

func (f *fake) View(look func(*league.Standings)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	look(f.standings)
}

func (f *fake) Status() tournament.Status { return f.status }

// play adds invented results for a range of tasks.
func (f *fake) play(from, to int) {
	for k := from; k < to; k++ {
		rng := rand.New(rand.NewPCG(7, uint64(k)))
		f.View(func(b *league.Standings) {
			task := b.Schedule.Task(k)
			r := league.Result{N: k, Scores: make([][sim.Seats]int, 1)}
			for place, e := range task.LineUp {
				r.Scores[0][place] = 1000 - 60*e + rng.IntN(400)
			}
			r.LeadChanges = []int{rng.IntN(20)}
			b.Add(&r)
		})
	}
}

// newFake returns a tournament of n players with the given number of seeds.
func newFake(t *testing.T, n, seeds int) *fake {
	t.Helper()
	p := &league.Plan{EngineVersion: "test", Game: "g", Format: schedule.All, Seed: 100, Seeds: seeds}
	switch {
	case n == 2:
		p.Format, n = schedule.Against, 5
	case n > schedule.MaxAllPlayers:
		p.Format = schedule.Balanced
	}
	for i := range n {
		p.Players = append(p.Players, league.Entry{Name: fmt.Sprintf("player-%d", i), BuiltinName: "X"})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return &fake{standings: league.NewStandings(p), status: tournament.Status{Title: "final.jsonl"}}
}

// A rig is a viewer of a board.
type rig struct {
	t     *testing.T
	board *tournament.Board
	ui.Program
	effect ui.Effect
}

func newRig(t *testing.T, b *tournament.Board, o ui.Options) *rig {
	t.Helper()
	return &rig{t: t, board: b, Program: ui.NewProgram(o, b.Open(ui.OpenOptions{}))}
}

// grow refreshes the board and then the program.
func (r *rig) grow() {
	r.board.Refresh()
	r.send(ui.SourceGrown{})
}

func (r *rig) send(in ui.Input) { r.Program, r.effect = r.Update(in) }

func (r *rig) press(names ...string) {
	for _, name := range names {
		r.send(ui.Key{Name: name})
	}
}

func (r *rig) draw() *screen.Grid {
	var g screen.Grid
	r.Draw(&g)
	return &g
}

func (r *rig) screenText() string { return tuitest.Show(r.t, r.draw()).String() }

// openRequest returns the request to open a match.
func openRequest(at league.MatchRef) ui.Request { return ui.Open{Name: tournament.MatchName(at)} }

func busyTournament(t *testing.T) *fake {
	f := newFake(t, 6, 60)
	f.play(0, 1600)
	f.status.Rate, f.status.Remaining = 81.3, 95*time.Second
	f.status.Running = []tournament.RunningMatch{{[4]int{0, 1, 2, 3}, 126}, {[4]int{0, 1, 2, 4}, 126}}
	for i := range 5 {
		f.status.Outs = append(f.status.Outs, tournament.OutPlayer{Entry: i, MatchSeed: int32(120 - i), Text: "crash in round 12 (exit status 1)", Match: league.MatchRef{Task: 300 - i, Match: 2, Seat: 1}})
	}
	return f
}

func TestGolden(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	f := busyTournament(t)
	duel := newFake(t, 2, 50)
	duel.play(0, 100)
	duel.status.DuelResult, duel.status.EndReason = "player-0 is better than player-1: P(pass) 71 % (65–77) and 50 % (43–57)", "decided early"
	many := newFake(t, 70, 60)
	many.play(0, 1200)
	few := newFake(t, 4, 60)
	few.status.Note = "final.jsonl:7: byte 812: expected the result of a task"
	for name, c := range map[string]struct {
		f        *fake
		keys     []string
		w        int    // width of the window in the golden file
		wantText string // text required in every window
	}{
		"standing": {f, nil, 80, "final.jsonl"},
		"chosen":   {f, []string{"down", "down", "right"}, 160, "final.jsonl"},
		"matches":  {f, []string{"down", "enter", "down"}, 80, "matches of player-"},
		"pair":     {f, []string{"down", "right", "right", "enter"}, 160, "matches of player-"},
		"outs":     {f, []string{"o", "down"}, 80, "crash"},
		"help":     {f, []string{"?"}, 160, "compare the chosen player"},
		"duel":     {duel, []string{"down"}, 160, "final.jsonl"},
		"many":     {many, []string{"pgdown", "pgdown", "pgdown", "pgdown"}, 80, "player-"},
		"few":      {few, nil, 80, "final.jsonl"},
	} {
		for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 50}, {40, 12}} {
			t.Run(fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), func(t *testing.T) {
				r := newRig(t, tournament.NewBoard(c.f, false), ui.Options{W: size[0], H: size[1], PaletteName: "none"})
				r.press(c.keys...)
				if got := r.screenText(); !strings.Contains(got, c.wantText) {
					t.Errorf("no %q on\n%s", c.wantText, got)
				}
				if c.w == size[0] || name == "standing" && size[0] != 100 {
					screentest.CompareGolden(t, r.screenText())
				}
			})
		}
	}
}

func TestGoldenColors(t *testing.T) {
	t.Parallel()
	f := busyTournament(t)
	for name, o := range map[string]ui.Options{
		"light": {Profile: theme.TrueColor, PaletteName: "light"}, "16": {Profile: theme.Color16}, "ascii": {Profile: theme.TrueColor, UseASCII: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o.W, o.H = 80, 24
			r := newRig(t, tournament.NewBoard(f, false), o)
			r.press("down", "right", "enter")
			screentest.CompareGolden(t, tuitest.Show(t, r.draw()).StyledText())
		})
	}
}

// TestEveryColumnOfTheStandingsHasItsValue also fails if the test has no expected value for a
// column.
func TestEveryColumnOfTheStandingsHasItsValue(t *testing.T) {
	t.Parallel()
	r := newRig(t, tournament.NewBoard(busyTournament(t), false), ui.Options{W: 160, H: 50, PaletteName: "none"})
	r.press("down", "down")
	lines := strings.Split(string(r.View().AppendText(nil, &r.Program)), "\n")
	want := [2]string{
		"rank  player    P(pass)       points  95 %         win %  ahead of  outs  matches  mean score  proven ahead",
		"1     player-0  88 % (86–89)  250     235 … 268    62.9   36        0     1,068    1199.8      0",
	}
	if got := [2]string{lines[0], lines[1]}; got != want {
		t.Errorf("columns and values\n%q, want\n%q", got, want)
	}
}

func TestEnterOpensTheChosenMatch(t *testing.T) {
	t.Parallel()
	f := busyTournament(t)
	r := newRig(t, tournament.NewBoard(f, false), ui.Options{W: 100, H: 40})
	rows := r.board.Snapshot().Rows
	first, second, third := rows[0].Entry, rows[1].Entry, rows[2].Entry
	r.press("down", "enter")
	for k := range league.HighlightKinds {
		r.press("enter")
		if want := openRequest(f.standings.Highlights.Players[first][k].MatchRef); r.effect.Request != want {
			t.Errorf("%v of the first player: %+v, want %+v", k, r.effect, want)
		}
		r.press("esc", "down")
	}
	r.press("esc", "down", "right", "right", "enter", "down", "space")
	if want := openRequest(f.standings.Highlights.Pair(second, third)[league.ClosestMatch].MatchRef); r.effect.Request != want {
		t.Errorf("the closest match of the second with the third: %+v, want %+v", r.effect, want)
	}
	if !strings.Contains(r.screenText(), "matches of player-"+fmt.Sprint(second)+" with player-"+fmt.Sprint(third)) {
		t.Error(r.screenText())
	}
	r.press("esc", "o", "down", "enter")
	if want := openRequest(f.status.Outs[1].Match); r.effect.Request != want {
		t.Errorf("the second out: %+v, want %+v", r.effect, want)
	}
	id := r.effect.ID
	if !strings.Contains(r.screenText(), "replaying the match") {
		t.Error(r.screenText())
	}
	r.press("enter")
	if r.effect.Request != nil || !strings.Contains(r.screenText(), "replaying the match") {
		t.Error("a second match is asked for while the first is on its way")
	}
	r.send(ui.Answer{ID: id, Result: ui.Notice{Text: "player-3: bot.py has changed"}})
	if !strings.Contains(r.screenText(), "bot.py has changed") || r.NextTick() == 0 {
		t.Error("what went wrong is not told")
	}
	r.send(ui.Tick{Elapsed: time.Minute})
	if strings.Contains(r.screenText(), "bot.py has changed") {
		t.Error("a notice stays for ever")
	}
}

func TestUnplayedMatchesAreNotOpened(t *testing.T) {
	t.Parallel()
	f := newFake(t, 4, 60)
	r := newRig(t, tournament.NewBoard(f, false), ui.Options{W: 100, H: 40})
	if r.press("enter", "enter"); r.effect.Request != nil || !strings.Contains(r.screenText(), "not played yet") {
		t.Errorf("%v\n%s", r.effect, r.screenText())
	}
	f.play(0, 60)
	r.grow()
	if r.press("enter"); r.effect.Request == nil {
		t.Errorf("nothing is opened:\n%s", r.screenText())
	}
}

func TestEscClosesOneChoiceAtATime(t *testing.T) {
	t.Parallel()
	r := newRig(t, tournament.NewBoard(busyTournament(t), false), ui.Options{W: 100, H: 40})
	before := []ui.Program{r.Program}
	for _, key := range []string{"down", "right", "enter"} {
		r.press(key)
		before = append(before, r.Program)
	}
	for i := len(before) - 2; i >= 0; i-- {
		if r.press("esc"); !r.Equal(&before[i]) {
			t.Errorf("not as it was before key %d:\n%s", i, r.screenText())
		}
	}
	if r.press("esc"); !r.Equal(&before[0]) || r.effect.Request != nil {
		t.Errorf("esc is %v", r.effect)
	}
}

func TestUnsupportedKeysAreNotOffered(t *testing.T) {
	t.Parallel()
	can := ui.Capabilities{Unsupported: map[ui.Capability]string{ui.CanSuspend: ""}}
	r := newRig(t, tournament.NewBoard(busyTournament(t), false), ui.Options{W: 100, H: 40, Capabilities: &can})
	r.press("ctrl+z")
	if r.effect.Request != nil {
		t.Error("what the shell cannot do is asked for")
	}
	r.press("?")
	if strings.Contains(r.screenText(), "suspend") {
		t.Error("help tells of what cannot be done")
	}
	r.press("q")
	if r.effect.Request != (ui.Quit{}) {
		t.Errorf("q is %v", r.effect)
	}
}

func TestVisitorsLeaveWithoutEndingTheTournament(t *testing.T) {
	t.Parallel()
	for visited, words := range map[bool]string{false: "stop here; nothing is lost", true: "leave; the tournament continues"} {
		r := newRig(t, tournament.NewBoard(busyTournament(t), visited), ui.Options{W: 100, H: 60})
		if r.press("?"); !strings.Contains(r.screenText(), words) {
			t.Errorf("visited %t: no %q in\n%s", visited, words, r.screenText())
		}
	}
}

func TestViewersWithEqualChoicesShareTheirScreens(t *testing.T) {
	t.Parallel()
	board := tournament.NewBoard(busyTournament(t), true)
	come := func(keys ...string) *rig {
		r := newRig(t, board, ui.Options{W: 100, H: 40})
		r.press(keys...)
		return r
	}
	formats := map[ui.ScreenFormat]string{}
	for _, keys := range [][]string{nil, {"down"}, {"down", "right"}, {"down", "down", "up"}, {"down", "enter", "esc"}} {
		r := come(keys...)
		format, ok := r.SharedFormat()
		if !ok {
			t.Fatalf("%v: nobody else sees the same", keys)
		}
		public := r.SharedProgram(board)
		if shared, _ := public.SharedFormat(); shared != format {
			t.Errorf("%v: what all see is %+v, want %+v", keys, shared, format)
		}
		r.Notice = ""
		shown := r.screenText()
		if before, ok := formats[format]; ok && before != shown {
			t.Errorf("%v: another screen of the same format", keys)
		}
		formats[format] = shown
	}
	if len(formats) != 3 {
		t.Errorf("%d formats, want 3", len(formats))
	}
	if _, ok := come("down", "enter").SharedFormat(); ok {
		t.Error("a page is shared")
	}
}

func TestRandomKeysDrawOnlyPrintableCells(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	names := []string{"up", "down", "left", "right", "pgup", "pgdown", "home", "end", "enter", "esc", "o", "t", "?", "q", "x", "ctrl+c", "ctrl+l"}
	const seeds = uint64(12)
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 1))
		f := newFake(t, []int{2, 4, 7, 20}[seed%4], 40)
		f.status.Title = "\x1b[2J漢字\n.jsonl"
		f.status.Note = "\x1b]0;x\x07"
		r := newRig(t, tournament.NewBoard(f, false), ui.Options{W: rng.IntN(200), H: rng.IntN(80), UseASCII: seed%3 == 0})
		for k := range 100 {
			if tasks := f.standings.Schedule.Tasks(); k < tasks && k%3 == 0 {
				f.play(k/3, k/3+1)
				r.grow()
			}
			if k%20 == 7 {
				r.send(ui.Resize{W: rng.IntN(200), H: rng.IntN(60)})
			}
			r.press(names[rng.IntN(len(names))])
			g := r.draw()
			for _, c := range g.Cells {
				if c.R != 0 && screen.PrintableRune(c.R) != c.R {
					t.Fatalf("seed %d, key %d: a cell holds %q", seed, k, c.R)
				}
			}
		}
	}
}

func TestBoardPublishesEveryResult(t *testing.T) {
	t.Parallel()
	f := newFake(t, 5, 40)
	b := tournament.NewBoard(f, false)
	fresh, stop := b.Subscribe()
	defer stop()
	go b.Run(t.Context())
	go f.play(0, f.standings.Schedule.Tasks())
	for last := 0; ; {
		now := b.Snapshot()
		if now.PlayedMatches < last {
			t.Fatalf("%d matches, %d before", now.PlayedMatches, last)
		}
		if last = now.PlayedMatches; last == now.PlannedMatches && now.Rows[0].Rank == 1 {
			return
		}
		simtest.Receive(t, fmt.Sprintf("something newer than %d of %d matches, rank %d", now.PlayedMatches, now.PlannedMatches, now.Rows[0].Rank), fresh)
	}
}
