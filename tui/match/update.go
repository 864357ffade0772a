package match

import (
	"strconv"
	"sync"

	"game-tui/sim"
	"game-tui/tui/index"
	"game-tui/tui/playback"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
)

// update is a State that is being made.
type update struct {
	*ui.Update
	v *viewer // of the match in front
	s sight
}

// updates is memory that nobody uses.
var updates = sync.Pool{New: func() any { return &update{} }}

// change is the view after do; the same one where that changes nothing.
func (s State) change(u *ui.Update, do func(u *update)) ui.View {
	x := updates.Get().(*update)
	*x = update{u, s.lend(), s.on(&u.Program)}
	do(x)
	x.v.free()
	now := u.View()
	if x.s.State != s {
		now = x.s.State
	}
	*x = update{}
	updates.Put(x)
	return now
}

// act is what a key does with the state.
func act(do func(u *update)) func(*ui.Update) {
	return func(u *ui.Update) { u.SetView(u.View().(State).change(u, do)) }
}

// replace shows the match that change puts in place of the one before.
func (u *update) replace(change func()) {
	u.v.free()
	change()
	u.v = u.s.lend()
}

// within says how far one may see, if that is why a round is out of reach, and
// returns the nearest that is not.
func (u *update) within(round int) int {
	h := u.s.Horizon()
	if round > h && h < u.s.Play.Edge {
		u.Notify("without spoilers only rounds 0 to " + strconv.Itoa(h) + " are open: play or step on")
	}
	return max(min(round, h), 0)
}

// move changes the clock; an event that was stopped at belongs to its round.
func (u *update) move(p playback.State) {
	if p.Round != u.s.Play.Round {
		u.s.Event, u.s.tour = 0, nil
	}
	if p.Back || p.Mode == playback.Live {
		u.s.tour = nil
	}
	u.s.Play = p
}

// visit goes to a place and pauses.
func (u *update) visit(to viewpoint.Place) {
	to = to.In(u.within(to.Round))
	u.s.Play, u.s.View, u.s.tour = u.s.Play.Go(to.Round), to.View, nil
}

// Jump goes to another place, as near as may be shown, and pauses. The way back
// leads to the place that was left. Steps and playing are no jumps.
func (u *update) Jump(to viewpoint.Place) {
	u.leaving(func() { u.visit(to) })
}

// leaving keeps the place from which move leads away.
func (u *update) leaving(move func()) {
	from := u.s.here()
	move()
	if u.s.here() == from {
		return
	}
	var back []viewpoint.Place
	if u.s.way != nil {
		back = u.s.way.back
	}
	u.s.way = &way{back: with(back, from)}
}

// JumpRound goes to a round and leaves the rest of the place as it is.
func (u *update) JumpRound(n int) { u.Jump(u.s.here().In(n)) }

// GoRow goes to something that happened, and stops at it.
func (u *update) GoRow(row *index.Row) {
	to := u.s.here().In(int(row.Round))
	to.Event, to.Follow, to.Free = viewpoint.RefTo(int(row.Event)), 0, false
	if at := row.At.Pos(); at.In(u.v.Size()) {
		to.Cursor = at
	}
	u.Jump(to)
}

// pauseOnOut stops the clock in the round in which a player goes out.
func (u *update) pauseOnOut() {
	s := &u.s
	if !s.opts.PauseOnOut {
		return
	}
	t := u.v.match.Record.Turn(s.Play.Round - 1)
	if t == nil || t.Known&sim.KnownReports == 0 {
		return
	}
	for seat := range t.Seats {
		if bit := uint8(1) << seat; t.Seats[seat].Out != nil && s.outs&bit == 0 {
			s.outs |= bit
			s.Play = s.Play.Pause()
			u.Notify(u.v.match.Names[seat] + " is out: " + string(t.Seats[seat].Out.Reason))
		}
	}
}

// reach goes to the round that the watcher asked to open at, or as near as the
// match has come.
func (u *update) reach() {
	s := &u.s
	p := s.Play.Go(s.opening)
	if !s.opts.Paused {
		p.Mode = playback.Playing
	}
	s.Play = p
	if p.Over && s.opening > p.Edge {
		u.Notify("there are rounds 0 to " + strconv.Itoa(p.Edge))
	}
	if p.Round == s.opening || p.Over {
		s.opening = 0
	}
}
