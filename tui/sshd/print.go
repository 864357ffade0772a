package sshd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"game-tui/tui/export"
	"game-tui/tui/plain"
	"game-tui/tui/replay/location"
	"game-tui/tui/view/lobby"
)

func (s *Server) runCommand(r *request, out *clientTerminal) (err error) {
	w := io.Writer(out)
	if r.hasPTY {
		w = crlfWriter{out}
	}
	switch r.cmd.verb {
	case "help":
		_, err = io.WriteString(w, help())
	case "list":
		_, err = w.Write(lobby.AppendItems(nil, s.source.List()))
	case "fetch":
		err = s.source.Fetch(r.cmd.Name, w)
	case "export":
		err = s.export(r, w)
	default:
		err = s.printMatch(r, w)
	}
	return cmp.Or(err, out.err)
}

// printMatch prints one round of a match, by default the newest one that may be shown. With --plain
// it prints lines until the match ends, by default from round 0. If the match is not specified, it
// prints the list of matches.
func (s *Server) printMatch(r *request, w io.Writer) error {
	if r.cmd.plain && r.hasPTY {
		return errors.New("--plain output is not interactive; omit -t")
	}
	name := cmp.Or(r.cmd.Name, s.source.OnlyMatch())
	if name == "" {
		_, err := w.Write(lobby.AppendItems(nil, s.source.List()))
		return err
	}
	stream, err := s.enterStream(r.ctx, name, r.link.Network)
	if err != nil {
		return err
	}
	defer stream.leave()
	current, _ := stream.currentSubject()
	if _, err := r.cmd.Resolve(current.rec); err != nil {
		return err
	}
	if err := location.CheckPlayer(current.rec.Meta(), r.cmd.me); err != nil {
		return err
	}
	if r.cmd.plain {
		ctx, cancel := context.WithTimeout(r.ctx, s.cfg.SessionTimeout)
		defer cancel()
		kinds, _ := plain.ParseOnly(r.cmd.kinds, true, r.cmd.me)
		seat := int8(location.FindSeat(current.rec.Meta(), r.cmd.me))
		o := plain.LineOptions{FirstRound: r.cmd.Round, Seat: seat, Kinds: kinds, NoSpoilers: s.cfg.NoSpoilers}
		return plain.Follow(ctx, w, current.rec, o)
	}
	_, err = w.Write(plain.AppendState(nil, current.rec, plain.RoundToPrint(current.rec, r.cmd.Round, s.cfg.NoSpoilers)))
	return err
}

type crlfWriter struct{ w io.Writer }

func (c crlfWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.w, strings.ReplaceAll(string(p), "\n", "\r\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}

const (
	maxExportTime   = 30 * time.Second
	maxDownloadTime = 15 * time.Minute
)

// export creates a file as a job. It sends the file after the job, so that slow clients do not
// delay other jobs.
func (s *Server) export(r *request, w io.Writer) error {
	if r.hasPTY {
		return errors.New("cannot export to a terminal; run ssh without -t and add > FILE")
	}
	if err := s.exportQuota.acquire(r.link.Network, 1); err != nil {
		return err
	}
	defer s.exportQuota.release(r.link.Network, 1)
	stream, err := s.enterStream(r.ctx, r.cmd.Name, r.link.Network)
	if err != nil {
		return err
	}
	defer stream.leave()
	current, _ := stream.currentSubject()
	want := *r.cmd.export
	want.NoSpoilers = want.NoSpoilers || s.cfg.NoSpoilers
	out := boundedBuffer{limit: export.MaxFileSize}
	err = s.optionalJobs.runnerFor(r.link.Network)(r.ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, maxExportTime)
		defer cancel()
		work, err := want.Prepare(current.rec) // With NoSpoilers, files mark no moments but may contain every round.
		if err != nil {
			return err
		}
		err = work.Write(&out, func(int) bool { return ctx.Err() == nil })
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return errors.New("the export took too long; " + export.FileSizeHint)
		}
		return err
	})
	if err != nil {
		return err
	}
	late := time.AfterFunc(maxDownloadTime, func() { r.link.Drop(dropStalled) })
	defer late.Stop()
	_, err = w.Write(out.Bytes())
	return err
}

type boundedBuffer struct {
	bytes.Buffer
	limit int
}

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.limit {
		return 0, fmt.Errorf("the file exceeds %d MB; %s", b.limit/1e6, export.FileSizeHint)
	}
	return b.Buffer.Write(p)
}
