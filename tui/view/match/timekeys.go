package match

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/cells/component"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
)

func step(n int) func(*actions) {
	return func(u *actions) { u.setClock(u.s.Play.Step(n)) }
}

func goToFirst(u *actions) { u.JumpRound(0) }

func goToLast(u *actions) { u.JumpRound(u.s.Play.Edge) }

func goToTenth(u *actions) {
	if n, err := strconv.Atoi(u.Key.Name); err == nil {
		u.JumpRound(u.s.Play.Tenth(n))
	}
}

func togglePlay(u *actions) {
	p := u.s.Play.Toggle()
	p.Round = min(p.Round, u.s.Horizon()) // reverse playback starts at the horizon
	u.setClock(p)
}

func reverse(u *actions) {
	u.setClock(u.s.Play.Reverse())
	if u.s.Play.Mode == playback.Paused {
		way := "on"
		if u.s.Play.Backwards {
			way = "back"
		}
		u.Notify(Name("play") + " plays " + way + " from here")
	}
}

func faster(u *actions) { u.setSpeed(u.s.Play.Faster(), "fastest speed") }

func slower(u *actions) { u.setSpeed(u.s.Play.Slower(), "slowest speed") }

func (u *actions) setSpeed(p playback.State, words string) {
	if p == u.s.Play {
		u.Notify(words)
	}
	u.setClock(p)
}

func goLive(u *actions) {
	u.recordJump(func() { u.setClock(u.s.live()) })
	u.clampRound(u.s.Play.Edge)
	u.Ask(ui.Live{})
}

const maxRound = 6

func askRound(u *actions) {
	in := component.NewInput("go to round (0 to "+strconv.Itoa(u.s.Play.Last)+"): ", maxRound).
		Accepting(func(r rune) bool { return r >= '0' && r <= '9' }) // ignore mistyped letters
	u.Prompt(in, func(u *ui.Update, text string) {
		if n, err := strconv.Atoi(text); err == nil {
			act(func(u *actions) { u.goToTyped(n) })(u)
		}
	})
}

func (u *actions) goToTyped(n int) {
	u.JumpRound(n)
	if p := u.s.Play; n > p.Edge && u.s.Horizon() == p.Edge {
		u.Notify("the match has " + sim.Count(p.Last, "round") + ", this is round " + strconv.Itoa(p.Round))
	}
}

func goBack(u *actions) {
	if !u.s.hasBack() {
		u.Notify("no jump to return from")
		return
	}
	w, here, last := u.s.way, u.s.place(), len(u.s.way.back)-1
	u.goTo(w.back[last])
	u.s.way = &jumpHistory{slices.Clip(w.back[:last]), appendPlace(w.ahead, here)}
}

// goForward undoes goBack.
func goForward(u *actions) {
	w := u.s.way
	if w == nil || len(w.ahead) == 0 {
		u.Notify("no jump to go forward to")
		return
	}
	here, last := u.s.place(), len(w.ahead)-1
	u.goTo(w.ahead[last])
	u.s.way = &jumpHistory{appendPlace(w.back, here), slices.Clip(w.ahead[:last])}
}
