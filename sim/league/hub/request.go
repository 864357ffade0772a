package hub

import (
	"context"
	"sync"

	"github.com/nats-io/nats.go"
)

// Request sends a request and waits for the answer. It fails when the connection is lost, and the
// answer with it.
func Request(ctx context.Context, c *nats.Conn, subject string, question []byte) (*nats.Msg, error) {
	lost := c.StatusChanged(nats.RECONNECTING, nats.CLOSED)
	defer c.RemoveStatusListener(lost)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		<-lost // also when it is removed
		cancel()
	}()
	return c.RequestWithContext(ctx, subject, question)
}

// request is Request with a timeout. It also fails when the coordinator restarts.
func (s *session) request(ctx context.Context, subject string, question any) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	defer context.AfterFunc(s.restarts.next(), cancel)()
	return Request(ctx, s.conn, subject, encode(question))
}

// restarts cancels contexts when a coordinator starts or reconnects, because answers may be lost
// then. It is safe for concurrent use.
type restarts struct {
	mu  sync.Mutex
	ctx context.Context
	end context.CancelFunc
}

func newRestarts() *restarts {
	n := &restarts{}
	n.ctx, n.end = context.WithCancel(context.Background())
	return n
}

// next returns a context that ends at the next restart.
func (n *restarts) next() context.Context {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ctx
}

func (n *restarts) notify() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.end()
	n.ctx, n.end = context.WithCancel(context.Background())
}

// ask sends a request until there is an answer, and passes that to read. If read returns again, the
// session is unknown; ask then renews it and repeats the request.
func (s *session) ask(ctx context.Context, verb string, question any, read func(*nats.Msg) (again bool, err error)) error {
	renewed := false
	for {
		id := s.current()
		m, err := s.request(ctx, subject(s.planID, s.name, id, verb), question)
		if err != nil {
			if !pause(ctx, retryEvery/2) {
				return context.Cause(ctx)
			}
			continue
		}
		again, err := read(m)
		if !again {
			return err
		}
		if renewed && !pause(ctx, retryEvery) {
			return context.Cause(ctx)
		}
		if err := s.renew(ctx, id); err != nil {
			s.cancel(err)
			return err
		}
		renewed = true
	}
}

func askFor[T reply](ctx context.Context, s *session, verb string, question any) (r T, err error) {
	err = s.ask(ctx, verb, question, func(m *nats.Msg) (again bool, err error) {
		r, again, err = parseReply[T](m)
		return again, err
	})
	return r, err
}
