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

// changeSpeed returns an action that changes the speed by n steps. It notifies the viewer if the
// speed is already at its limit.
func changeSpeed(n int, limit string) func(*actions) {
	return func(u *actions) {
		p := u.s.Play.Faster(n)
		if p == u.s.Play {
			u.Notify(limit)
		}
		u.setClock(p)
	}
}

func goLive(u *actions) {
	u.recordJump(func() { u.setClock(u.s.live()) })
	u.clampRound(u.s.Play.Edge)
	u.Ask(ui.Live{})
}

func askRound(u *actions) {
	in := component.NewInput("go to round (0 to "+strconv.Itoa(u.s.Play.Last)+"): ", 6).
		Accepting(func(r rune) bool { return r >= '0' && r <= '9' }) // ignore mistyped letters
	u.Prompt(in, func(u *ui.Update, text string) {
		if n, err := strconv.Atoi(text); err == nil {
			act(func(u *actions) {
				u.JumpRound(n)
				if p := u.s.Play; n > p.Edge && u.s.Horizon() == p.Edge {
					u.Notify("the match has " + sim.Count(p.Last, "round") + ", this is round " + strconv.Itoa(p.Round))
				}
			})(u)
		}
	})
}

// travel returns an action that goes back (0) or forward (1) in the jump history. If that is not
// possible, it notifies the viewer.
func travel(dir int, none string) func(*actions) {
	return func(u *actions) {
		if u.s.way == nil || len(u.s.way[dir]) == 0 {
			u.Notify(none)
			return
		}
		way, here := *u.s.way, u.s.place()
		last := len(way[dir]) - 1
		u.goTo(way[dir][last])
		way[dir], way[1-dir] = slices.Clip(way[dir][:last]), appendPlace(way[1-dir], here)
		u.s.way = &way
	}
}
