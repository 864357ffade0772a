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
	l := New(Meta{Settings: settings(rounds)}, state{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			ch, stop := l.Watch()
			defer stop()
			seen := 0
			for {
				over, _ := l.Over()
				edge := l.Edge()
				if edge < seen {
					t.Errorf("the edge went back from %d to %d", seen, edge)
				}
				seen = edge
				if l.State(edge) == nil || (edge > 0 && l.Turn(edge-1) == nil) {
					t.Errorf("round %d is not whole", edge)
				}
				if over {
					break
				}
				<-ch
			}
			if l.Edge() != rounds {
				t.Errorf("a reader ended at round %d", l.Edge())
			}
		})
	}
	for k := range rounds {
		l.Append(&sim.Turn{Round: k}, state{})
	}
	l.End(nil)
	wg.Wait()
	if len(l.wake) != 0 {
		t.Errorf("%d watches are left", len(l.wake))
	}
}

// A watch that nobody reads holds up nobody, and keeps one wake-up.
func TestIdleWatch(t *testing.T) {
	t.Parallel()
	l := New(Meta{Settings: settings(3)}, state{})
	ch, stop := l.Watch()
	defer stop()
	for k := range 3 {
		l.Append(&sim.Turn{Round: k}, state{})
	}
	if len(ch) != 1 {
		t.Errorf("%d wake-ups wait, want 1", len(ch))
	}
}

func TestBrokenMatch(t *testing.T) {
	t.Parallel()
	l := New(Meta{Settings: settings(3)}, state{})
	broken := errors.New("invalid board")
	l.Append(&sim.Turn{}, nil)
	l.End(broken)
	if over, err := l.Over(); !over || err != broken {
		t.Errorf("over %v with %v", over, err)
	}
	if l.Edge() != 0 || l.Turn(0) == nil || l.Turn(1) != nil || l.State(1) != nil || l.State(-1) != nil {
		t.Error("the turn that broke is not kept, or more than it is")
	}
	if l.Wait(1, 0) {
		t.Error("waited for a round that never comes")
	}
}
