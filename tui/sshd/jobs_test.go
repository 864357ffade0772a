package sshd

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
)

func address(n int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, byte(n >> 8), byte(n)}), 32)
}

// heldJob is a job that runs until release is closed.
type heldJob struct {
	began   chan struct{}
	release chan struct{}
	done    chan error
	cancel  context.CancelFunc
}

func hold(q *jobQueue, from netip.Prefix) *heldJob {
	ctx, cancel := context.WithCancel(context.Background())
	j := &heldJob{make(chan struct{}), make(chan struct{}), make(chan error, 1), cancel}
	go func() {
		j.done <- q.runnerFor(from)(ctx, func(ctx context.Context) error {
			close(j.began)
			select {
			case <-j.release:
			case <-ctx.Done():
				return ctx.Err()
			}
			return nil
		})
	}()
	return j
}

func (q *jobQueue) awaitCounts(t *testing.T, running, waiting int) {
	t.Helper()
	eventually(t, fmt.Sprintf("%d running, %d waiting", running, waiting), func() bool {
		r, w, _ := q.counts()
		return r == running && w == waiting
	})
}

func TestJobsRunInOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, jobsRunInOrder)
}

func jobsRunInOrder(t *testing.T) {
	q := newJobQueue(2)
	are := func(running, waiting int) {
		t.Helper()
		synctest.Wait()
		if r, w, _ := q.counts(); r != running || w != waiting {
			t.Fatalf("%d running, %d waiting, want %d and %d", r, w, running, waiting)
		}
	}
	a, b := hold(q, address(1)), hold(q, address(1))
	<-a.began
	<-b.began
	c := hold(q, address(1))
	are(2, 1)
	if err := q.runnerFor(address(1))(t.Context(), nil); !errors.Is(err, errWaiting) {
		t.Errorf("a second one of the address waits: %v", err)
	}
	d := hold(q, address(2))
	are(2, 2)
	close(a.release)
	<-c.began // c began before d, which arrived later
	are(2, 1)
	c.cancel() // cancelled while it runs
	<-d.began
	e := hold(q, address(3))
	are(2, 1)
	e.cancel() // cancelled while it waits
	are(2, 0)
	if err := <-e.done; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	close(b.release)
	close(d.release)
	for _, j := range []*heldJob{a, b, d} {
		if err := <-j.done; err != nil {
			t.Error(err)
		}
	}
	are(0, 0)
}

func TestWaitingJobsAreBounded(t *testing.T) {
	t.Parallel()
	if err := newJobQueue(0).runnerFor(address(1))(t.Context(), nil); !errors.Is(err, errNoJobs) {
		t.Errorf("a queue that is off: %v", err)
	}
	q := newJobQueue(1)
	var list []*heldJob
	for i := range maxWaitingJobs + 1 {
		list = append(list, hold(q, address(i)))
	}
	q.awaitCounts(t, 1, maxWaitingJobs)
	if err := q.runnerFor(address(5000))(t.Context(), nil); !errors.Is(err, errBusy) {
		t.Errorf("one more: %v", err)
	}
	for _, j := range list {
		j.cancel()
	}
	q.awaitCounts(t, 0, 0)
}

// TestJobsKeepTheirPlaces checks, in random order, that no place is lost or used twice.
func TestJobsKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	q := newJobQueue(3)
	var mu sync.Mutex
	running := 0
	var wg sync.WaitGroup
	for i := range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		wg.Go(func() {
			_ = q.runnerFor(address(i%50))(ctx, func(context.Context) error {
				mu.Lock()
				if running++; running > 3 {
					t.Errorf("%d run", running)
				}
				mu.Unlock()
				mu.Lock()
				running--
				mu.Unlock()
				return nil
			})
		})
		if i%3 == 0 {
			go cancel()
		} else {
			defer cancel()
		}
	}
	wg.Wait()
	q.awaitCounts(t, 0, 0)
}
