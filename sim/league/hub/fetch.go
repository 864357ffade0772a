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

	"game-tui/sim/clean"
)

// errNotIt says that a file is not what its hash says.
var errNotIt = errors.New("has changed on the coordinator's machine since the tournament began")

func (s *session) fetchPlan(ctx context.Context, w *welcome) error {
	var text bytes.Buffer
	if err := s.fetch(ctx, w.Plan, w.Size, &text); err != nil {
		return fmt.Errorf("the plan of the tournament: %w", err)
	}
	p, err := decodePlan(text.Bytes())
	if err == nil && p.ID != w.ID {
		err = errors.New("it is another one's")
	}
	if err != nil {
		return fmt.Errorf("the plan of the tournament: %s", clean.Line(err.Error()))
	}
	s.plan = p
	return nil
}

// fetch writes a file of so many bytes, part by part.
func (s *session) fetch(ctx context.Context, sum string, size int64, w io.Writer) error {
	h := sha256.New()
	for at := int64(0); at < size; {
		data, err := s.part(ctx, part{sum, at})
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
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return errNotIt
	}
	return nil
}

func (s *session) part(ctx context.Context, p part) (data []byte, err error) {
	err = s.ask(ctx, verbFile, p, func(m *nats.Msg) (again bool, err error) {
		data = m.Data
		switch why := m.Header.Get(errorHeader); why {
		case "":
			return false, nil
		case errJoin.Error():
			return true, nil
		default:
			return false, errors.New(clean.Short(why, maxReason))
		}
	})
	return data, err
}
