package hub

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// TestOnlyWhoIsThereIsWaitedFor: the end waits for each session that is there and was not told that
// it is over, however many were told that have gone since.
func TestOnlyWhoIsThereIsWaitedFor(t *testing.T) {
	t.Parallel()
	m := meet(t, testPlan(t, 1), nil, DeskOptions{})
	at := time.Now()
	m.desk.mu.Lock()
	m.desk.now = func() time.Time { return at }
	m.desk.mu.Unlock()
	bye := &nats.Msg{Data: encode(playing{Bye: true})}
	gone, _, _ := m.desk.Join("a/gone", 1)
	m.coord.playing(gone, bye)
	m.desk.mu.Lock()
	at = at.Add(silent)
	m.desk.mu.Unlock()
	here, _, _ := m.desk.Join("a/here", 1)
	if n := m.desk.untold(); n != 1 {
		t.Errorf("%d were not told, one is there", n)
	}
	m.coord.playing(here, bye)
	if n := m.desk.untold(); n != 0 {
		t.Errorf("%d were not told, all said that they have heard it", n)
	}
}
