package match

import (
	"strconv"

	"game-tui/tui/chances"
)

// turnOver puts the other of two matches in front.
func turnOver(u *update) {
	if !u.comparing() {
		return
	}
	u.turnTo(!u.s.SecondFront)
	u.Notify(u.v.label(&u.s) + " in front; " + u.v.differences(&u.s))
}

// turnTo puts one of two matches in front. It says how far both go, and what is known
// of the chances of the other one does not count.
func (u *update) turnTo(second bool) {
	if u.s.SecondFront == second {
		return
	}
	u.s.SecondFront, u.s.analysed = second, chances.Analysed{}
	u.v = u.v.front(&u.s.State)
	u.s.grow()
}

// comparing reports whether there are two matches, and notifies where there are not.
func (u *update) comparing() bool {
	if u.s.match.pair == nil {
		u.Notify("there is one match here: game-tui diff A B --ui compares two")
	}
	return u.s.match.pair != nil
}

// difference goes to where the two matches begin to differ, or where more does after the
// shown round.
func difference(first bool) func(*update) {
	return func(u *update) {
		if u.comparing() {
			after := u.s.Play.Round
			if first {
				after = -1
			}
			u.toDifference(after)
		}
	}
}

func (u *update) toDifference(after int) {
	pair, end := u.v.match.pair, u.s.Horizon()
	if k, ok := pair.Next(after, end); ok {
		u.JumpRound(k)
		u.Notify(u.v.differences(&u.s))
		return
	}
	words := "the two matches differ nowhere so far"
	if _, ok := pair.Next(-1, end); ok {
		words = "nothing else begins to differ after round " + strconv.Itoa(after)
	}
	u.Notify(words)
}
