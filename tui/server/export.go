package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"sync"
	"time"

	"game-tui/tui/film"
)

const (
	// exportTime is how long making one file may hold the queue.
	exportTime = 30 * time.Second
	// maxExports is how many files may be made or on their way to clients: each is
	// in memory until its client has taken it.
	maxExports = 8
	// maxExportsOf is how many of them an address may have: the others are for others.
	maxExportsOf = 2
	// exportTake is how long a client may take to take its file.
	exportTake = 15 * time.Minute
)

// exports counts the files that are made or on their way, by address.
type exports struct {
	mu  sync.Mutex
	all int
	of  map[netip.Prefix]int
}

// enter takes a place, which leave gives back; or says why there is none.
func (e *exports) enter(from netip.Prefix) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.of[from] >= maxExportsOf:
		return errWaiting
	case e.all >= maxExports:
		return errBusy
	}
	if e.of == nil {
		e.of = map[netip.Prefix]int{}
	}
	e.all++
	e.of[from]++
	return nil
}

func (e *exports) leave(from netip.Prefix) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all--
	if e.of[from]--; e.of[from] == 0 {
		delete(e.of, from)
	}
}

// export makes a file of a match and writes it to the client. It is made in memory,
// when its turn has come, so that a client which takes it slowly holds up nobody.
func (s *Server) export(ctx context.Context, r *request, w io.Writer) error {
	if r.pty {
		return errors.New("a file would spoil your terminal: type ssh without -t, and > FILE behind it")
	}
	if err := s.exports.enter(r.link.place); err != nil {
		return err
	}
	defer s.exports.leave(r.link.place)
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
	out := bounded{most: film.Large}
	err = s.hub.extras.of(r.link.place)(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, exportTime)
		defer cancel()
		work, err := want.Of(stream.matches.of(rec)) // may look at every round
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

// exportCommand is what a watcher types to get the file of flags: nothing is written
// on the server.
func (w *watcher) exportCommand(flags string) string {
	name, kind := w.name, film.Kinds[0].Name
	if words := strings.Fields(flags); len(words) > 1 && words[0] == "--format" {
		kind = words[1]
	}
	return "type: ssh HOST export " + name + " " + flags + " > " + strings.TrimSuffix(name, ".res") + "." + kind
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
