package sshd

import (
	"cmp"
	"context"
	"errors"

	"game-tui/sim/sanitize"
	"game-tui/tui/driver"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

func (v *viewer) openFirstView() {
	name := cmp.Or(v.request.cmd.Name, v.srv.source.OnlyMatch())
	if home := v.srv.home; home != nil {
		v.Program = ui.NewProgram(v.options(v.abilities("")), home.home.source.Open(ui.OpenOptions{}))
		v.enterHome()
		if name == "" {
			v.reconcile(v.Program)
			return
		}
	}
	address := location.Address{Name: name, Round: v.request.cmd.Round, Unit: v.request.cmd.Unit}
	st, err := v.srv.enterStream(v.request.ctx, name, v.request.link.Network)
	if err != nil {
		v.showOpenError(name, err)
		return
	}
	v.showMatch(0, address, st)
}

// showMatch shows the match of st. It answers request id, or starts the session if id is 0.
func (v *viewer) showMatch(id int, address location.Address, st *stream) {
	current, _ := st.currentSubject()
	unit, err := address.Resolve(current.rec)
	if err == nil && id == 0 { // Matches opened later need not include the --me player.
		err = location.CheckPlayer(current.rec.Meta(), v.request.cmd.me)
	}
	if err != nil {
		st.leave()
		v.showOpenError(address.Name, err)
		return
	}
	first := v.stream == nil
	v.leaveStream()
	v.stream = st
	v.setSubject(current)
	meta := current.rec.Meta()
	opening := ui.OpenOptions{Place: location.AtUnit(address.Round, unit), Paused: address.Round >= 0, HighlightedPlayer: v.request.cmd.me}
	opening.Live = address.Round < 0 && meta.Source == "" // Recordings never open at the live edge.
	if v.srv.canBranch() {
		opening.BranchPlayers = v.srv.cfg.Branching.Players(meta.Game.Name())
	}
	view := current.source.Open(opening)
	var in ui.Input = ui.OpenView{View: view}
	if id != 0 {
		in = ui.Answer{ID: id, Result: in}
	}
	if can := v.abilities(address.Name); first {
		v.Program = ui.NewProgram(v.options(can), view)
	} else {
		v.Program, _ = v.Program.WithCapabilities(can).Update(in)
	}
	v.status = st.status(current)
	v.Program = v.status.applyTo(v.Program, status{})
	v.SkipTime() // Playback must not advance by the time spent on opening.
	v.reconcile(v.Program)
}

func openErrorText(name string, err error) string {
	text := err.Error()
	switch {
	case errors.Is(err, ErrNotFound):
		text = "no match named " + name + "; ssh HOST list shows all matches"
	case errors.Is(err, context.Canceled):
		text = endClosing.text
	}
	return sanitize.Truncate(text, maxMessageLen)
}

// showOpenError shows why a match cannot be opened. If the viewer has no stream to stay in, it ends
// the session.
func (v *viewer) showOpenError(name string, err error) {
	text := openErrorText(name, err)
	if v.stream == nil {
		v.end = &sessionEnd{1, text}
		return
	}
	p, _ := v.Program.Update(ui.Notice{Text: text})
	v.reconcile(p)
}

func (v *viewer) openMatch(id int, name string) {
	network := v.request.link.Network
	v.runRequest(id, func(ctx context.Context, _ func(string)) (driver.Answer, error) {
		st, err := v.srv.enterStream(ctx, name, network)
		if err != nil {
			return nil, errors.New(openErrorText(name, err))
		}
		return func(wanted bool) {
			if wanted {
				v.showMatch(id, location.MatchAddress(name), st)
			} else {
				st.leave()
			}
		}, nil
	})
}
