package hub

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/nats-io/nats.go"

	"game-tui/sim/decode"
	"game-tui/sim/league"
	"game-tui/sim/sanitize"
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

// request is Request with a timeout.
func (c *client) request(ctx context.Context, subject string, question any) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	return Request(ctx, c.conn, subject, encode(question))
}

// ask repeats a request until there is an answer.
func (s *session) ask(ctx context.Context, verb string, question any) (*nats.Msg, error) {
	for {
		m, err := s.request(ctx, subject(s.planID, s.token, s.id, verb), question)
		if err == nil {
			return m, nil
		}
		if !pause(ctx, retryEvery/2) {
			return nil, context.Cause(ctx)
		}
	}
}

// askFor sends a request that is answered in JSON. It ends the session if the coordinator does not
// know it.
func askFor[T reply](ctx context.Context, s *session, verb string, question any) (r T, err error) {
	m, err := s.ask(ctx, verb, question)
	if err != nil {
		return r, err
	}
	if r, err = decode.StrictJSON[T](m.Data, maxAnswer); err != nil {
		return r, err
	}
	switch a := r.status(); {
	case a.Refused != "":
		return r, errRefused(a.Refused)
	case a.Again:
		s.cancel(errAgain)
		return r, errAgain
	}
	return r, nil
}

func (s *session) fetchPlan(ctx context.Context, w *welcome) (*league.Plan, error) {
	var text bytes.Buffer
	if err := s.fetch(ctx, w.Plan, w.Size, &text); err != nil {
		return nil, fmt.Errorf("the plan of the tournament: %w", err)
	}
	p, err := decodePlan(text.Bytes())
	if err == nil && p.ID != w.ID {
		err = errors.New("it belongs to another tournament")
	}
	if err != nil {
		return nil, fmt.Errorf("the plan of the tournament: %s", sanitize.Line(err.Error()))
	}
	return p, nil
}

var errChanged = errors.New("has changed on the coordinator's machine since the tournament began")

// fetch writes a file, part by part, and checks its hash.
func (s *session) fetch(ctx context.Context, sum string, size int64, w io.Writer) error {
	h := sha256.New()
	for at := int64(0); at < size; {
		data, err := s.part(ctx, filePart{sum, at})
		if err != nil {
			return err
		}
		if len(data) == 0 || int64(len(data)) > min(size-at, maxPart) {
			return errChanged
		}
		if _, err := io.MultiWriter(h, w).Write(data); err != nil {
			return err
		}
		at += int64(len(data))
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return errChanged
	}
	return nil
}

func (s *session) part(ctx context.Context, p filePart) ([]byte, error) {
	m, err := s.ask(ctx, verbFile, p)
	if err != nil {
		return nil, err
	}
	switch why := m.Header.Get(errorHeader); why {
	case "":
		return m.Data, nil
	case errJoin.Error():
		s.cancel(errAgain)
		return nil, errAgain
	default:
		return nil, errors.New(sanitize.Truncate(why, maxReason))
	}
}
