package hub

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/nats-io/nats.go"

	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// errNotIt says that a file is not what its hash says.
var errNotIt = errors.New("has changed on the coordinator's machine since the tournament began")

// plan fetches the plan.
func (s *session) plan(ctx context.Context, w *welcome) (*league.Plan, error) {
	var text bytes.Buffer
	if err := s.fetch(ctx, w.ID, w.Plan, w.Size, &text); err != nil {
		return nil, fmt.Errorf("the plan of the tournament: %w", err)
	}
	p, err := decodePlan(text.Bytes())
	if err == nil && p.ID != w.ID {
		err = errors.New("it is another one's")
	}
	if err != nil {
		return nil, fmt.Errorf("the plan of the tournament: %s", clean.Line(err.Error()))
	}
	return p, nil
}

// fetcher fetches the files of a plan.
func (s *session) fetcher(p *league.Plan) league.Fetch {
	return func(ctx context.Context, f league.File, w io.Writer) error {
		return s.fetch(ctx, p.ID, f.SHA256, f.Size, w)
	}
}

// fetch writes a file of so many bytes, part by part.
func (s *session) fetch(ctx context.Context, plan, sum string, size int64, w io.Writer) error {
	h := sha256.New()
	for at := int64(0); at < size; {
		data, err := s.part(ctx, plan, part{sum, at})
		if err != nil {
			return err
		}
		if len(data) == 0 || int64(len(data)) > size-at || len(data) > maxPart {
			return errNotIt
		}
		if _, err := io.MultiWriter(h, w).Write(data); err != nil {
			return err
		}
		at += int64(len(data))
	}
	return same(h, sum)
}

func same(h hash.Hash, sum string) error {
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return errNotIt
	}
	return nil
}

// part asks for a part until there is an answer.
func (s *session) part(ctx context.Context, plan string, p part) ([]byte, error) {
	for {
		data, err := s.onePart(ctx, plan, p)
		fault, refused := errors.AsType[*partError](err)
		switch {
		case err == nil || ctx.Err() != nil:
			return data, err
		case refused && fault.why != errJoin.Error():
			return nil, fault
		case refused:
			w, err := s.join(ctx)
			if err == nil && w.ID != plan {
				err = errOther
			}
			if err != nil {
				s.stop(err)
				return nil, err
			}
		default:
			pause(ctx, retryEvery)
		}
	}
}

// partError is what a coordinator says instead of giving a file.
type partError struct{ why string }

func (e *partError) Error() string { return e.why }

func (s *session) onePart(ctx context.Context, plan string, p part) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	m, err := s.link.RequestMsgWithContext(ctx, &nats.Msg{Subject: subject(plan, s.name, s.current(), verbFile), Data: encode(p)})
	if err != nil {
		return nil, err
	}
	if why := m.Header.Get(errorHeader); why != "" {
		return nil, &partError{clean.Short(why, maxReason)}
	}
	return m.Data, nil
}
