package admission

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

const (
	acceptPause = 100 * time.Millisecond
	acceptLog   = time.Minute
)

// Serve accepts connections until ctx ends or l is closed, and closes surplus ones at once. It
// calls tune, which may be nil, and then handle in a goroutine of work, and closes the connection.
func (a *Admission) Serve(ctx context.Context, l net.Listener, work *sync.WaitGroup, tune func(net.Conn), handle func(*Link)) error {
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	var logged time.Time
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return err
		}
		if err != nil { // out of descriptors until others leave
			if time.Since(logged) > acceptLog {
				a.log(Event{What: "accept", Detail: err.Error()})
				logged = time.Now()
			}
			select {
			case <-time.After(acceptPause):
			case <-ctx.Done():
			}
			continue
		}
		k := a.enter(c)
		if k == nil {
			a.Drops.Add(string(Crowded), 1)
			c.Close()
			continue
		}
		if tune != nil {
			tune(c)
		}
		work.Go(func() {
			defer k.Close()
			select {
			case <-k.admitted:
				k.Extend(a.limits.Handshake)
				handle(k)
			case <-k.ctx.Done():
			}
		})
	}
}
