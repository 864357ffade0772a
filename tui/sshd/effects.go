package sshd

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"game-tui/sim/record"
	"game-tui/tui/driver"
	"game-tui/tui/export"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/compare"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

func (v *viewer) abilities(name string) *ui.Capabilities {
	cannot := map[ui.Capability]string{ui.CanSuspend: "", ui.CanPlay: "", ui.CanSteer: "", ui.CanCoach: "run game-tui coach PLAYER on your own machine", ui.CanWrite: "run: ssh HOST fetch " + name}
	if v.srv.analyst == nil {
		cannot[ui.CanAnalyse] = ""
	}
	if !v.srv.canBranch() {
		cannot[ui.CanBranch] = ""
	}
	return &ui.Capabilities{Unsupported: cannot, CanGoBack: v.srv.cfg.CanGoBack}
}

func (v *viewer) apply(in ui.Input) {
	p, effect := v.Program.Update(in)
	if _, closed := effect.Request.(ui.ViewClosed); closed {
		v.Program = p // carryOut reconciles the program in its new stream.
	} else {
		v.reconcile(p)
	}
	v.carryOut(effect)
}

func (v *viewer) carryOut(e ui.Effect) {
	switch ask := e.Request.(type) {
	case ui.Quit:
		v.end = endQuit
	case ui.ViewClosed:
		v.CancelRequest()
		v.leaveStream()
		v.enterHome()
		v.reconcile(v.Program)
	case ui.Redraw:
		v.term.shownGrid = nil
	case ui.MouseToggled:
		if v.Program.NoMouse {
			v.term.writeText(mouseOff)
		} else {
			v.term.writeText(mouseOn)
		}
	case ui.GoLive:
		if current, _ := v.stream.currentSubject(); v.Program.View().Source() != current.source {
			v.goLive()
		}
	case ui.Cancel:
		v.CancelRequest()
	case ui.CopyCommand:
		v.copyCommand(ask)
	case ui.Export:
		hint, name := noLinkToBranch, v.stream.name
		if !ask.IsBranch {
			hint = "run: ssh HOST export " + name + " " + export.FormatFlags(ask.ExportOptions) + " > " +
				strings.TrimSuffix(name, ".res") + "." + export.NewRequest(ask.ExportOptions).FileFormat.Extension
		}
		v.Apply(ui.Answer{ID: e.ID, Result: ui.Notice{Text: hint}})
	case ui.Open:
		v.openMatch(e.ID, ask.Name)
	case ui.Branch:
		v.playBranch(e.ID, ask)
	case ui.SaveBookmarks: // Bookmarks are lost when the viewer leaves the match.
	case ui.Suspend, ui.PlayNext, ui.Replay, ui.Write, ui.Steer, ui.Coach: // ruled out by the viewer's abilities
	}
}

const noLinkToBranch = "branches exist only in your session; they cannot be shared or exported"

// copyCommand copies to the client's clipboard a shell command that opens the current place. The
// command uses the server address to which the client is connected. Branches have no command.
func (v *viewer) copyCommand(c ui.CopyCommand) {
	if c.IsBranch {
		v.Apply(ui.Notice{Text: noLinkToBranch})
		return
	}
	host, port, _ := net.SplitHostPort(v.request.conn.LocalAddr().String()) // A TCP address always has a host and a port.
	line := "ssh -t "
	if port != "22" {
		line += "-p " + port + " "
	}
	at := location.Address{Name: v.stream.name, Round: c.Round, Unit: c.Unit}
	line += host + " watch " + at.String() + location.MeFlag(c.HighlightedSeat)
	v.term.writeText(ansi.SetSystemClipboard(line))
	v.Apply(ui.Notice{Text: line})
}

func (v *viewer) playBranch(id int, b ui.Branch) {
	origin, network := v.subject, v.request.link.Network
	v.runRequest(id, func(ctx context.Context, progress func(string)) (driver.Answer, error) {
		p, bytes, err := v.srv.playBranch(ctx, b.Record, b.Change, network, progress)
		return func(wanted bool) {
			switch {
			case !wanted || v.subject != origin:
				v.srv.branchQuota.release(network, bytes)
			case !v.goPrivate():
				v.srv.branchQuota.release(network, bytes)
				v.Apply(ui.Answer{ID: id, Result: ui.Notice{Text: noPrivateScreen}})
			default:
				v.branchBytes += bytes
				v.Apply(ui.Answer{ID: id, Result: p})
			}
		}, err
	})
}

func (v *viewer) runRequest(id int, do func(ctx context.Context, progress func(string)) (driver.Answer, error)) {
	v.StartRequest(id, v.srv.wg.Go, func(ctx context.Context, progress func(string)) (answer driver.Answer, err error) {
		defer v.srv.recoverPanic("in a request", func() { err = errors.New("internal error (logged)") })
		return do(ctx, progress)
	})
}

// Limits on each branch.
const (
	maxBranchTime  = 30 * time.Second
	maxBranchBytes = 8 << 20
)

// playBranch plays a branch as a job. On success, the caller must later return the bytes to
// branchQuota.
func (s *Server) playBranch(ctx context.Context, rec *record.Record, c branch.Change, network netip.Prefix, progress func(string)) (p branch.Result, bytes int, err error) {
	if bytes = branchSize(rec, c.Round); bytes > maxBranchBytes {
		return p, 0, fmt.Errorf("too many rounds for a branch: %d; choose a later round", rec.Rounds()-c.Round)
	}
	if s.branchQuota.acquire(network, bytes) != nil {
		return p, 0, errors.New("too many branches on this server; try again later")
	}
	kept := false
	defer func() { // Return the bytes even if a player panics.
		if !kept {
			s.branchQuota.release(network, bytes)
		}
	}()
	err = s.optionalJobs.runnerFor(network)(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, maxBranchTime)
		defer cancel()
		var err error
		p, err = s.cfg.Branching.Play(ctx, rec, c, progress)
		if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return errors.New("the branch took too long; choose a later round")
		}
		return err
	})
	kept = err == nil
	return p, bytes, err
}

// branchSize estimates a branch's memory in bytes, excluding the states before round, which the
// branch shares with its match.
func branchSize(rec *record.Record, round int) int {
	state := rec.State(round)
	if state == nil {
		return 0
	}
	bytes := state.MemorySize()
	if t := rec.Turn(max(round-1, 0)); t != nil {
		bytes += record.TurnMemorySize(t)
	}
	return bytes*max(rec.Rounds()-round, 0) + compare.RoundBytes*rec.Rounds()
}
