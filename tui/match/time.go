package match

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/component"
	"game-tui/tui/playback"
	"game-tui/tui/ui"
)

func step(n int) func(*actions) {
	return func(u *actions) { u.move(u.s.Play.Step(n)) }
}

func first(u *actions) { u.JumpRound(0) }

func last(u *actions) { u.JumpRound(u.s.Play.Edge) }

// tenth goes to the tenth of the match given by a digit.
func tenth(u *actions) {
	if n, err := strconv.Atoi(u.Key.Name); err == nil {
		u.JumpRound(u.s.Play.Tenth(n))
	}
}

func play(u *actions) {
	p := u.s.Play.Toggle()
	p.Round = min(p.Round, u.s.Horizon()) // playing backwards starts at the end
	u.move(p)
}

func reverse(u *actions) {
	u.move(u.s.Play.Reverse())
	if u.s.Play.Mode == playback.Paused {
		way := "on"
		if u.s.Play.Back {
			way = "back"
		}
		u.Notify(Name("play") + " plays " + way + " from here")
	}
}

func faster(u *actions) { u.speed(u.s.Play.Faster(), "that is the fastest") }

func slower(u *actions) { u.speed(u.s.Play.Slower(), "that is the slowest") }

// speed changes the speed, or notifies the viewer that it is the fastest or slowest.
func (u *actions) speed(p playback.State, words string) {
	if p == u.s.Play {
		u.Notify(words)
	}
	u.move(p)
}

// live goes to the live edge and follows it.
func live(u *actions) {
	u.leaving(func() { u.move(u.s.live()) })
	u.within(u.s.Play.Edge)
	u.Ask(ui.Live{})
}

// maxRound is the most digits of a typed round.
const maxRound = 6

func askRound(u *actions) {
	in := component.NewInput("go to round (0 to "+strconv.Itoa(u.s.Play.Last)+"): ", maxRound).
		Of(func(r rune) bool { return r >= '0' && r <= '9' }) // mistyped letters are ignored
	u.Prompt(in, func(u *ui.Update, text string) {
		if n, err := strconv.Atoi(text); err == nil {
			act(func(u *actions) { u.goTyped(n) })(u)
		}
	})
}

// goTyped goes to a typed round, or to the nearest one and says why.
func (u *actions) goTyped(n int) {
	u.JumpRound(n)
	switch p := u.s.Play; {
	case u.s.Horizon() < p.Edge: // JumpRound has notified the viewer
	case n > p.Last:
		u.Notify("the match has " + sim.Count(p.Last, "round") + ", this is round " + strconv.Itoa(p.Round))
	case n > p.Edge && p.Over:
		u.Notify("the match ended early: this is its last round")
	case n > p.Edge:
		u.Notify("round " + strconv.Itoa(n) + " is not played yet, this is the newest")
	}
}

// wayBack returns from the last jump.
func wayBack(u *actions) {
	if !u.s.hasBack() {
		u.Notify("there is no jump to come back from")
		return
	}
	w, here, last := u.s.way, u.s.here(), len(u.s.way.back)-1
	u.visit(w.back[last])
	u.s.way = &way{slices.Clip(w.back[:last]), with(w.ahead, here)}
}

// wayAhead undoes wayBack.
func wayAhead(u *actions) {
	w := u.s.way
	if w == nil || len(w.ahead) == 0 {
		u.Notify("nothing to go forward to")
		return
	}
	here, last := u.s.here(), len(w.ahead)-1
	u.visit(w.ahead[last])
	u.s.way = &way{with(w.back, here), slices.Clip(w.ahead[:last])}
}
