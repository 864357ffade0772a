package infile

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrSilent says that a file system takes too long to answer.
var ErrSilent = errors.New("the file system does not answer")

// patience is how long one answer of a file system is waited for. A disk that
// has to wake up and a slow network are faster.
var patience = 10 * time.Second

// maxSilent is how many calls may be without an answer at a time. Each of them
// holds a thread until the file system lets it go.
const maxSilent = 256

// silent counts the calls that nobody waits for any more, by what they were
// about. Where one has had no answer the next would have none either.
var silent = struct {
	sync.Mutex
	calls map[string]int
	total int
}{calls: map[string]int{}}

func isSilent(key string) bool {
	silent.Lock()
	defer silent.Unlock()
	return silent.calls[key] > 0 || silent.total >= maxSilent
}

func countSilent(key string, n int) {
	silent.Lock()
	defer silent.Unlock()
	silent.total += n
	if silent.calls[key] += n; silent.calls[key] == 0 {
		delete(silent.calls, key)
	}
}

// Await makes a call that may hang, such as one to the file system, and waits
// for it no longer than ctx and 10 s: then the error is that of ctx, or
// ErrSilent. As long as a call has no answer, others with the same key, which is
// the path, get ErrSilent at once. drop, which may be nil, gets the result of a
// call that came too late.
func Await[T any](ctx context.Context, key string, call func() (T, error), drop func(T)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	if isSilent(key) {
		return none, ErrSilent
	}
	done := make(chan answer, 1)
	go func() {
		value, err := call()
		done <- answer{value, err}
	}()
	late := time.NewTimer(patience)
	abandon := func(isLate bool) {
		defer late.Stop()
		var a answer
		if !isLate { // who waited has gone, which says nothing of the file system
			select {
			case a = <-done:
			case <-late.C:
				isLate = true
			}
		}
		if isLate {
			countSilent(key, 1)
			a = <-done
			countSilent(key, -1)
		}
		if a.err == nil && drop != nil {
			drop(a.value)
		}
	}
	select {
	case a := <-done:
		late.Stop()
		return a.value, a.err
	case <-ctx.Done():
		go abandon(false)
		return none, ctx.Err()
	case <-late.C:
		go abandon(true)
		return none, ErrSilent
	}
}
