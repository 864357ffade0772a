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

func (v *viewer) begin() {
	name := cmp.Or(v.request.cmd.Name, v.srv.source.Only())
	if home := v.srv.home; home != nil {
		v.Program = ui.NewProgram(v.options(v.abilities("")), home.home.source.Open(ui.OpenOptions{}))
		v.enterHome()
		if name == "" {
			v.reconcile(v.Program)
			return
		}
	}
	at := location.Address{Name: name, Round: v.request.cmd.Round, Unit: v.request.cmd.Unit}
	st, err := v.srv.enter(v.request.ctx, name, v.request.link.Network)
	if err != nil {
		v.showNotFound(name, err)
		return
	}
	v.showMatch(0, at, st)
}

// showMatch shows the match of st. It answers request id, or starts the session if id is 0.
func (v *viewer) showMatch(id int, at location.Address, st *stream) {
	current, _ := st.latest()
	unit, err := at.Resolve(current.rec)
	if err == nil && id == 0 { // Matches opened later need not include the --me player.
		err = location.CheckPlayer(current.rec.Meta(), v.request.cmd.me)
	}
	if err != nil {
		st.leave()
		v.showNotFound(at.Name, err)
		return
	}
	first := v.stream == nil
	v.leaveStream()
	v.stream = st
	v.setSubject(current)
	meta := current.rec.Meta()
	opening := ui.OpenOptions{Place: location.AtUnit(at.Round, unit), Paused: at.Round >= 0, HighlightedPlayer: v.request.cmd.me}
	opening.Live = at.Round < 0 && meta.Source == "" // Recordings never open at the live edge.
	if v.srv.canBranch() {
		opening.BranchPlayers = v.srv.cfg.Branching.Players(meta.Game.Name())
	}
	view := current.source.Open(opening)
	var in ui.Input = ui.OpenView{View: view}
	if id != 0 {
		in = ui.Answer{ID: id, Result: in}
	}
	if can := v.abilities(at.Name); first {
		v.Program = ui.NewProgram(v.options(can), view)
	} else {
		v.Program, _ = v.Program.WithCapabilities(can).Update(in)
	}
	v.status = st.status(current)
	v.Program = v.status.update(v.Program, status{})
	v.SkipTime() // Playback must not advance by the time spent on opening.
	v.reconcile(v.Program)
}

func notOpenedText(name string, err error) string {
	text := err.Error()
	switch {
	case errors.Is(err, ErrNotFound):
		text = "no match named " + name + "; ssh HOST list shows all matches"
	case errors.Is(err, context.Canceled):
		text = endClosing.text
	}
	return sanitize.Truncate(text, maxLine)
}

// showNotFound shows why a match cannot be opened. If the viewer has no stream to stay in, it ends
// the session.
func (v *viewer) showNotFound(name string, err error) {
	text := notOpenedText(name, err)
	if v.stream == nil {
		v.end = &ending{1, text}
		return
	}
	p, _ := v.Program.Update(ui.Notice{Text: text})
	v.reconcile(p)
}

func (v *viewer) openMatch(id int, name string) {
	from := v.request.link.Network
	v.startRequest(id, func(ctx context.Context, _ func(string)) (driver.Answer, error) {
		st, err := v.srv.enter(ctx, name, from)
		if err != nil {
			return nil, errors.New(notOpenedText(name, err))
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
