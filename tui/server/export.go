package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"game-tui/tui/film"
)

const (
	// exportTime is how long making one file may hold the queue.
	exportTime = 30 * time.Second
	// exportTake is how long a client may take to take its file.
	exportTake = 15 * time.Minute

	// Each file is in memory until its client has taken it.
	maxExports   = 8 // in total
	maxExportsOf = 2 // of an address: the others are for others
)

// export makes a file of a match and writes it to the client. It is made in memory,
// when its turn has come, so that a client which takes it slowly holds up nobody.
func (s *Server) export(ctx context.Context, r *request, w io.Writer) error {
	if r.pty {
		return errors.New("a file would spoil your terminal: type ssh without -t, and > FILE behind it")
	}
	if err := s.exports.take(r.link.network, 1); err != nil {
		return err
	}
	defer s.exports.give(r.link.network, 1)
	stream, err := s.hub.enter(ctx, r.cmd.Name, r.link.network)
	if err != nil {
		return err
	}
	defer stream.exit()
	now, _ := stream.now()
	want := *r.cmd.export
	if s.cfg.NoSpoiler {
		want.NoSpoilers = true
	}
	out := bounded{most: film.Large}
	err = s.hub.extras.of(r.link.network)(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, exportTime)
		defer cancel()
		work, err := want.OfRecord(now.rec) // may look at every round
		if err != nil {
			return err
		}
		if err := work.Fits(film.ForOthers); err != nil {
			return err
		}
		err = work.Write(&out, func(int) bool { return ctx.Err() == nil })
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return errors.New("this takes too long here: " + film.Smaller)
		}
		return err
	})
	if err != nil {
		return err
	}
	late := time.AfterFunc(exportTake, func() { r.link.drop(dropStalled) })
	defer late.Stop()
	_, err = w.Write(out.Bytes())
	return err
}

// bounded is a buffer that takes so many bytes.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.most {
		return 0, fmt.Errorf("more than %d MB: %s", b.most/1e6, film.Smaller)
	}
	return b.Buffer.Write(p)
}
