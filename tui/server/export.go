package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/pflag"

	"game-tui/tui/film"
	"game-tui/tui/where"
)

const (
	// exportTime is how long making one file may hold the queue.
	exportTime = 30 * time.Second
	// maxExports is how many files may be made or on their way to clients: each is
	// in memory until its client has taken it.
	maxExports = 8
)

// parseExport reads the flags behind "export NAME".
func parseExport(words []string, p where.Place) (*film.Request, error) {
	r := &film.Request{}
	set := pflag.NewFlagSet("export", pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	format := set.String("format", film.Kinds[0].Name, "")
	r.AddFlags(set)
	switch err := set.Parse(words); {
	case errors.Is(err, pflag.ErrHelp):
		return nil, errors.New("ssh HOST export NAME > match.html; the flags are those of game-tui export, but -o")
	case err != nil:
		return nil, err
	case set.NArg() > 0:
		return nil, fmt.Errorf("export takes one name, and flags: %q is none", set.Arg(0))
	}
	if found, err := r.Use(*format); !found {
		return nil, fmt.Errorf("--format %q: %w", *format, err)
	} else if err != nil {
		return nil, err
	}
	if err := r.At(p); err != nil {
		return nil, err
	}
	return r, r.Check()
}

// export makes a file of a match and writes it to the client. It is made in memory,
// when its turn has come, so that a client which takes it slowly holds up nobody.
func (s *Server) export(ctx context.Context, r *request, w io.Writer) error {
	if r.pty {
		return errors.New("a file would spoil your terminal: type ssh without -t, and > FILE behind it")
	}
	select {
	case s.exports <- struct{}{}:
		defer func() { <-s.exports }()
	default:
		return errBusy
	}
	stream, err := s.hub.enter(r.cmd.Name, r.link.place, r.link.gone, s.closing)
	if err != nil {
		return err
	}
	defer stream.exit()
	rec, _ := stream.now()
	want := *r.cmd.export
	if s.cfg.NoSpoiler {
		want.NoSpoilers = true
	}
	work, err := want.Of(stream.matches.of(rec))
	if err != nil {
		return err
	}
	out := bounded{most: film.Large}
	err = s.hub.extras.of(r.link.place)(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, exportTime)
		defer cancel()
		err := work.Write(&out, func(int) bool { return ctx.Err() == nil })
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return errors.New("this takes too long here: " + film.Smaller)
		}
		return err
	})
	if err == nil {
		_, err = w.Write(out.Bytes())
	}
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
