package hub

import (
	"slices"
	"testing"
	"time"

	"game-tui/sim/league"
	"game-tui/sim/simtest"
)

func TestSlowRepliesDelayNoOtherToken(t *testing.T) {
	t.Parallel()
	evil, anna := NewToken("evil"), NewToken("anna")
	p := testPlan(t, 1)
	p.Players[0].Builtin, p.Players[0].Program = "", &league.Program{Argv: []string{"./a"}, Files: []league.ProgramFile{fileOf(0, "a/slow", "slow"), fileOf(0, "a/fast", "fast")}}
	m := newMeeting(t, sealed(t, p), []Token{evil, anna}, DispatcherOptions{}, nil)
	slow := p.Players[0].Program.Files[0].SHA256
	begun, release := make(chan struct{}, 1), make(chan struct{})
	defer close(release)
	m.coord.read = func(sum string, b []byte, _ int64) (int, error) {
		if sum == slow {
			begun <- struct{}{}
			<-release
		}
		return copy(b, "fast"), nil
	}
	ask := func(token Token, sum string) string {
		id, _, _ := m.dispatcher.Join(token.Name+"/one", 1)
		return subject(m.plan.ID, token.Name, id[len(token.Name)+1:], verbFile)
	}
	bad, good := m.connect(evil), m.connect(anna)
	if err := bad.PublishRequest(ask(evil, slow), Inbox("evil")+".x", encode(filePart{SHA256: slow})); err != nil {
		t.Fatal(err)
	}
	simtest.Receive(t, "the question of the other token", begun)
	fast := p.Players[0].Program.Files[1].SHA256
	got, err := good.Request(ask(anna, fast), encode(filePart{SHA256: fast}), 20*time.Second)
	if err != nil || string(got.Data) != "fast" {
		t.Errorf("answer %v, %v", got, err)
	}
}

// TestClosedQueuesHandleNothing closes queues with one message being handled and one waiting.
func TestClosedQueuesHandleNothing(t *testing.T) {
	t.Parallel()
	var l senderQueues
	begun, release, closed, handled := make(chan struct{}), make(chan struct{}), make(chan struct{}), false
	l.add("anna", job{do: func() {
		close(begun)
		<-release
	}})
	later := job{do: func() { handled = true }}
	l.add("anna", later)
	simtest.Receive(t, "the first message", begun)
	go func() {
		defer close(closed)
		l.close()
	}()
	simtest.Await(t, "the lanes are closed", func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.closed
	}, nil)
	l.add("ben", later)
	select {
	case <-closed:
		t.Error("close has not waited for the first message")
	default:
	}
	close(release)
	simtest.Receive(t, "the end of the first message", closed)
	if handled {
		t.Error("a message was handled after close")
	}
}

func TestQueuesAreBoundedAndOrdered(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, maxQueued / 10} {
		var l senderQueues
		begun, release, done := make(chan struct{}), make(chan struct{}), make(chan int, 2*maxQueue)
		for n := range maxQueue + 10 {
			l.add("evil", job{size: size, do: func() {
				if n == 0 {
					close(begun)
					<-release
				}
				done <- n
			}})
			if n == 0 {
				simtest.Receive(t, "the first message", begun)
			}
		}
		close(release)
		simtest.Await(t, "the lane is empty", func() bool {
			l.mu.Lock()
			defer l.mu.Unlock()
			return len(l.busy) == 0
		}, nil)
		close(done)
		want := 1 + maxQueue
		if size > 0 {
			want = 1 + maxQueued/size
		}
		var got []int
		for n := range done {
			got = append(got, n)
		}
		if len(got) != want || !slices.IsSorted(got) {
			t.Errorf("%d messages of %d bytes were handled, want %d in order", len(got), size, want)
		}
	}
}
