package record

import (
	"errors"
	"sync"
	"testing"

	"game-tui/sim"
)

type settings int

func (s settings) Rounds() int                  { return int(s) }
func (s settings) Size() (int, int)             { return 1, 1 }
func (s settings) AppendText(dst []byte) []byte { return dst }

type state struct{ sim.State }

func TestReadersFollowTheWriter(t *testing.T) {
	t.Parallel()
	const rounds = 300
	r := New(Meta{Settings: settings(rounds)}, state{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			ch, stop := r.Subscribe()
			defer stop()
			seen := 0
			for {
				over, _ := r.Ended()
				edge := r.Edge()
				if edge < seen {
					t.Errorf("the edge went back from %d to %d", seen, edge)
				}
				seen = edge
				if r.State(edge) == nil || (edge > 0 && r.Turn(edge-1) == nil) {
					t.Errorf("round %d is incomplete", edge)
				}
				if over {
					break
				}
				<-ch
			}
			if r.Edge() != rounds {
				t.Errorf("last round of a reader: got %d, want %d", r.Edge(), rounds)
			}
		})
	}
	for k := range rounds {
		r.Append(&sim.Turn{Round: k}, state{})
	}
	r.End(nil)
	wg.Wait()
	if len(r.subscribers) != 0 {
		t.Errorf("%d subscribers are left, want 0", len(r.subscribers))
	}
}

// TestSubscribeAllWakesForEachRecord checks that the channel buffers one value, so that writers
// never wait for a slow reader.
func TestSubscribeAllWakesForEachRecord(t *testing.T) {
	t.Parallel()
	a, b := New(Meta{Settings: settings(3)}, state{}), New(Meta{Settings: settings(3)}, state{})
	ch, stop := SubscribeAll(&a.Notifier, &b.Notifier)
	for _, r := range []*Record{a, b} {
		for range 3 {
			r.Append(&sim.Turn{}, state{})
		}
		if len(ch) != 1 {
			t.Errorf("a record has grown, and %d wake-ups wait, want 1", len(ch))
		}
		<-ch
	}
	stop()
	if b.Append(&sim.Turn{}, state{}); len(ch) != 0 || len(a.subscribers)+len(b.subscribers) != 0 {
		t.Error("still subscribed after stop")
	}
}

func TestEnrichLeavesCopiesAlone(t *testing.T) {
	t.Parallel()
	r := New(Meta{Settings: settings(3), Note: "old"}, state{})
	for k := range 2 {
		r.Append(&sim.Turn{Round: k}, state{})
	}
	why := errors.New("cut")
	r.Append(&sim.Turn{Round: 2}, nil)
	r.End(why)

	if over, err := r.Ended(); !over || err != why || r.Edge() != 2 || r.Turn(2) == nil || r.Turn(3) != nil || r.State(3) != nil || r.State(-1) != nil {
		t.Error("want the broken turn 2 and nothing after it")
	}
	c := r.WithMeta(Meta{Settings: settings(3), Note: "new"})
	if over, err := c.Ended(); !over || err != why || c.Edge() != 2 || c.Turn(2) != r.Turn(2) || c.Meta().Note != "new" || r.Meta().Note != "old" {
		t.Errorf("copy: got over %v, %v, edge %d, note %q, want true, %v, 2, new", over, err, c.Edge(), c.Meta().Note, why)
	}
	wake, stop := c.Subscribe()
	defer stop()
	old := c.Turn(0)
	c.Enrich([]*sim.Turn{{Round: 0, KnownParts: sim.KnownAll}, {Round: 1, KnownParts: sim.KnownAll}})
	select {
	case <-wake:
	default:
		t.Error("readers are not woken")
	}
	if c.Turn(1).KnownParts != sim.KnownAll || c.Turn(2).KnownParts != 0 || old.KnownParts != 0 || r.Turn(0).KnownParts != 0 {
		t.Error("want only the first two turns of the copy replaced")
	}
	c.Enrich(make([]*sim.Turn, 0))
}
