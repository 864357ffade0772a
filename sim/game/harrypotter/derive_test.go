package harrypotter_test

import (
	"slices"
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// lineUps are the matches for tests that check every round. Together they exercise all rules.
var lineUps = []struct {
	name    string
	changes map[string]int
	seed    int32
	players []string
}{
	{"demo", nil, 1, []string{"Demo", "Demo", "Demo", "Demo"}},
	{"probe", nil, 30, []string{"Probe", "Probe", "Probe", "Probe"}},
	{"mixed", nil, 7, []string{"Demo", "Null", "Probe", "Demo"}},
	{"weak", configA, 30, []string{"Probe", "Probe", "Probe", "Probe"}},
	{"dense", configD, 0, []string{"Probe", "Probe", "Probe", "Probe"}},
	{"quick", configE, 1, []string{"Probe", "Demo", "Probe", "Demo"}},
	{"crowd", configF, 30, []string{"Probe", "Probe", "Probe", "Probe"}},
}

// TestDerivedEventsEqualThoseOfStep allows derived events to lack only the result of a fight, and
// its loser if Voldemort killed both.
func TestDerivedEventsEqualThoseOfStep(t *testing.T) {
	t.Parallel()
	for _, l := range lineUps {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			m, err := newMatch(config(l.changes), l.seed, l.players...)
			if err != nil {
				t.Fatal(err)
			}
			unknown, fights := 0, 0
			for range m.set.NumRounds {
				before := m.Board.State()
				if err := m.PlayRound(); err != nil {
					t.Fatal(err)
				}
				checkToGo(t, m.LastTurn.Events, m.Board.State().(*hp.State))
				got, _ := hp.Game.Derive(before, m.LastTurn.Executed, m.Board.State())
				want := slices.Clone(m.LastTurn.Events)
				for i := range want {
					e := &want[i]
					if e.Kind != hp.EventAttack {
						continue
					}
					fights++
					if e.Cause&15 > 4 { // cause is surprise, strength or coin
						e.Cause &^= 15
					}
				}
				if len(got) < len(want) {
					want, unknown = dropUnknown(want, got, unknown)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("round %d:\n got %s\nwant %s", m.LastTurn.Round, tell(got), tell(want))
				}
			}
			t.Logf("%d of %d fights unknown", unknown, fights)
		})
	}
}

// checkToGo compares the remaining rounds in events with the next state. It skips units that were
// affected by other events.
func checkToGo(t *testing.T, events []sim.Event, after *hp.State) {
	t.Helper()
	for i, e := range events {
		told := e.A
		switch e.Kind {
		case hp.EventGhostAttacked:
			told = e.B
		case hp.EventConversionBegun:
		default:
			continue
		}
		later := slices.ContainsFunc(events[i+1:], func(f sim.Event) bool {
			return f.Target == e.Target || f.Kind == hp.EventSpell && f.Unit == e.Target
		})
		if u := after.Unit(e.Target); !later && u.RoundsLeft != int(told) {
			t.Fatalf("%s: the state shows %d", tell(events[i:i+1]), u.RoundsLeft)
		}
	}
}

// dropUnknown removes details that cannot be derived from the actual events: the outcome of an
// attack, and the conversion it started.
func dropUnknown(want, got []sim.Event, unknown int) ([]sim.Event, int) {
	var kept []sim.Event
	for i := 0; i < len(want); i++ {
		e := want[i]
		if k := len(kept); k < len(got) && e.Kind == hp.EventAttack && got[k].Kind == e.Kind && got[k].Cause == 0 {
			e.Cause = 0
			unknown++
			i++
		}
		kept = append(kept, e)
	}
	return kept, unknown
}

func tell(events []sim.Event) string {
	var text []byte
	for i := range events {
		text = append(hp.Game.AppendEventText(append(text, "\n  "...), &events[i], &testNames), '.')
	}
	return string(text)
}

var testNames = [sim.Seats]string{"Ada", "Ben", "Cleo", "Dan"}
