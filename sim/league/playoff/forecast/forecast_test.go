package forecast_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/dice"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/playoff/forecast"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

// weakened is a built-in player that skips a percentage of rounds and crashes in a percentage of
// matches.
type weakened struct {
	sim.Player
	skips, crashes int
	dice           dice.Source
	out            int // round of the crash, or 0 if there is none
}

func (v *weakened) Play(ctx context.Context, q *sim.Query) sim.Reply {
	round := q.State.Round()
	if round == 0 {
		// Seeds of different seats may be equal in different matches.
		v.dice = dice.Source(q.Rand.Random(1, 1<<30)*sim.Seats + q.Seat)
		if v.dice.IntN(100) < v.crashes {
			v.out = 1 + v.dice.IntN(40)
		}
	}
	switch {
	case v.out > 0 && round >= v.out:
		return sim.Reply{Failure: &sim.Failure{Round: round, Reason: sim.FailureReasons[0]}}
	case v.dice.IntN(100) < v.skips:
		return sim.Reply{}
	}
	return v.Player.Play(ctx, q)
}

// field returns players for a short game and a plan with them. The last player is the Dummy.
func field() (*match.Field, *league.Plan) {
	const name = "thepurge"
	game, _ := catalog.Find(name)
	config := string(simtest.WithSettings(configs.Default(name), map[string]int{"NUM_DAYS": 1}))
	p := &league.Plan{EngineVersion: "test", Game: name, Config: config, Format: schedule.Balanced, Seed: 1}
	f := &match.Field{Game: game, Spec: match.Spec{Game: name, Config: config}}
	for i, v := range []struct {
		of             string
		skips, crashes int
	}{
		{"Greedy", 0, 0}, {"Greedy", 4, 0}, {"Greedy", 0, 5}, {"Greedy", 8, 0}, {"Greedy", 12, 0}, {"Greedy", 6, 10},
		{"Greedy", 20, 0}, {"Greedy", 30, 0}, {"Greedy", 40, 5}, {"Greedy", 50, 0}, {"Greedy", 70, 0}, {"Demo", 0, 0},
		{"Demo", 0, 0},
	} {
		player, _ := ai.Find(name, v.of)
		e := league.Entry{Name: fmt.Sprint(v.of, i), BuiltinName: v.of}
		p.Players = append(p.Players, e)
		f.Entries = append(f.Entries, match.Entry{Player: match.PlayerSpec{Name: e.Name}, New: func() sim.Player {
			return &weakened{Player: player.New(), skips: v.skips, crashes: v.crashes}
		}})
	}
	return f, p
}

// parallel calls do with 0 to n-1 on all cores.
func parallel(t *testing.T, n int, do func(i int) error) {
	t.Helper()
	next := -1
	if err := match.Parallel(t.Context(), runtime.NumCPU(), func(context.Context) (int, bool) {
		next++
		return next, next < n
	}, func(_ context.Context, i int) error { return do(i) }); err != nil {
		t.Fatal(err)
	}
}

// playTournament plays a tournament and returns a reader of its file.
func playTournament(t *testing.T, f *match.Field, p *league.Plan) *league.Reader {
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "league.jsonl")
	file, err := league.Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	engine := league.NewEngine(file, false)
	var tasks []schedule.Task
	for task, ok := engine.Next(); ok; task, ok = engine.Next() {
		tasks = append(tasks, task)
	}
	parallel(t, len(tasks), func(i int) error {
		result, err := league.Play(t.Context(), f, &tasks[i])
		if err != nil {
			return err
		}
		return engine.Submit(t.Context(), result, nil)
	})
	if err := engine.Close(); err != nil {
		t.Fatal(err)
	}
	from, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { from.Close() })
	in, err := league.NewReader(from)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestReadIncludesAmendedSeeds(t *testing.T) {
	t.Parallel()
	_, plan := field()
	plan.Seeds = 1
	if err := plan.Seal(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "league.jsonl")
	file, err := league.Create(name, plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Amend(3); err != nil {
		t.Fatal(err)
	}
	tasks := 3 * plan.Schedule().TasksPerSeed()
	for n := range tasks {
		if err := file.Append(league.Result{N: n, Scores: [][sim.Seats]int{{4, 3, 2, 1}}}); err != nil {
			t.Fatal(err)
		}
	}
	from, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	in, err := league.NewReader(from)
	if err != nil {
		t.Fatal(err)
	}
	m, err := forecast.Read(in, len(plan.Players)-1)
	if err != nil || m.Count != tasks {
		t.Errorf("%v, %v", m, err)
	}
	if err := m.Check(); err == nil || m.Plan.Blocks() != 3 {
		t.Errorf("%v: of %d seeds", err, m.Plan.Blocks())
	}
}

// survival plays play-offs and returns each player's chance to survive 1, 2, 3 and more rounds.
func survival(t *testing.T, f *match.Field, playoffs int) [][]float64 {
	dummy := len(f.Entries) - 1
	curves := make([][]float64, dummy)
	for i := range curves {
		curves[i] = make([]float64, dummy-1)
	}
	var mu sync.Mutex
	parallel(t, playoffs, func(i int) error {
		s := playoff.New(playoff.Rules{Entries: dummy, Survivors: 1, Seed: int32(i)})
		for !s.IsOver() {
			var results []playoff.Result
			for _, m := range s.Current {
				for seat, e := range m.Seats {
					if e == playoff.Dummy {
						m.Seats[seat] = dummy
					}
				}
				row, _, err := f.Play(t.Context(), match.Seeds{Match: s.MatchSeed(m.Place)}, m.Seats, match.Options{})
				if err != nil {
					return err
				}
				r := playoff.Result{Scores: row.Result.Scores}
				for seat, out := range row.Result.Failures {
					r.Outs[seat] = out != nil
				}
				results = append(results, r)
			}
			s.Advance(results)
		}
		mu.Lock()
		defer mu.Unlock()
		for survived, out := range append(s.Eliminated, playoff.Elimination{Entry: s.Remaining[0]}) {
			for r := range survived {
				curves[out.Entry][r] += 1 / float64(playoffs)
			}
		}
		return nil
	})
	return curves
}

// TestForecastMatchesSimulatedPlayoffs compares the forecast from a tournament with play-offs of
// the same players.
func TestForecastMatchesSimulatedPlayoffs(t *testing.T) {
	simtest.SkipUnderRace(t)
	t.Parallel()
	playoffs, matches, most := 30, forecast.MinMatches, 4.0
	if n, err := strconv.Atoi(os.Getenv("GAME_TUI_PLAYOFFS")); err == nil {
		playoffs, matches, most = n, 400, 2.5
	}
	f, plan := field()
	plan.Seeds = matches / sim.Seats
	m, err := forecast.Read(playTournament(t, f, plan), len(plan.Players)-1)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	pieces := make([]forecast.Survivals, forecast.Pieces)
	parallel(t, len(pieces), func(i int) error {
		pieces[i] = m.Simulate(i, 1)
		return nil
	})
	are := survival(t, f, playoffs)
	off, worst, grades, n := 0.0, 0.0, 0.0, 0.0
	for i, p := range m.Combine(pieces) {
		share := 0.0
		for r, told := range p.Curve {
			d := 100 * math.Abs(told.Value-are[i][r])
			off, worst, n = off+d, max(worst, d), n+1
			share += are[i][r] / float64(len(p.Curve))
		}
		grades += 100 * math.Abs(share-p.SurvivedShare.Value) / float64(len(are))
		t.Logf("%-12s survives %.3f of the rounds, forecast %.3f (%.3f … %.3f)", plan.Players[p.Entry].Name, share, p.SurvivedShare.Value, p.SurvivedShare.Low, p.SurvivedShare.High)
	}
	t.Logf("%d play-offs, %d matches a player: off by %.2f points of 100 on average, %.1f at most; survived shares by %.2f", playoffs, matches, off/n, worst, grades)
	if off/n > most {
		t.Errorf("off by %.2f points, want %.1f at most", off/n, most)
	}
}
