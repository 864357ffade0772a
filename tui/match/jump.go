package match

import (
	"slices"
	"strconv"
)

// way is how to come back to the places that jumps have left, and forward again:
// the nearest last. It never changes; nil is none.
type way struct{ back, ahead []Place }

// maxWay bounds each direction of a way.
const maxWay = 100

// with is a list of places with one more, which shares nothing with the old one.
func with(list []Place, p Place) []Place {
	return append(slices.Clone(list[max(len(list)+1-maxWay, 0):]), p)
}

// HasBack reports whether there is a jump to come back from.
func (s *State) HasBack() bool { return s.way != nil && len(s.way.back) > 0 }

// Horizon is the furthest round that may be told about: the newest there is, or, where
// spoilers are not wanted, the furthest that was seen. Whatever shows, finds, counts or
// goes to rounds asks it.
func (s *State) Horizon() int {
	if s.NoSpoilers {
		return min(s.Play.Edge, max(s.Seen, s.Play.Round))
	}
	return s.Play.Edge
}

// within says how far one may see, if that is why a round is out of reach, and
// returns the nearest that is not.
func (u *update) within(round int) int {
	h := u.s.Horizon()
	if round > h && h < u.s.Play.Edge {
		u.say("without spoilers only rounds 0 to " + strconv.Itoa(h) + " are open: play or step on")
	}
	return max(min(round, h), 0)
}

// jump goes to another place, as near as may be told about, and pauses. The way back
// leads to the place that was left. Steps and playing are no jumps.
func (u *update) jump(to Place) {
	u.leaving(func() { u.visit(to) })
}

// leaving keeps the place from which move leads away.
func (u *update) leaving(move func()) {
	from := u.s.Place()
	move()
	if u.s.Place() == from {
		return
	}
	var back []Place
	if u.s.way != nil {
		back = u.s.way.back
	}
	u.s.way = &way{back: with(back, from)}
}

// jumpRound goes to a round and leaves the rest of the place as it is.
func (u *update) jumpRound(n int) { u.jump(u.s.Place().in(n)) }

// in is the same place in another round, to which no event has led yet.
func (p Place) in(round int) Place {
	if round != p.Round {
		p.Event = 0
	}
	p.Round = round
	return p
}

// visit goes to a place and pauses.
func (u *update) visit(to Place) {
	to = to.in(u.within(to.Round))
	u.s.Play, u.s.View, u.s.tour = u.s.Play.Go(to.Round), to.View, nil
}

// wayBack comes back from a jump.
func wayBack(u *update) {
	if !u.s.HasBack() {
		u.say("there is no jump to come back from")
		return
	}
	w := u.s.way
	last := len(w.back) - 1
	here := u.s.Place()
	u.visit(w.back[last])
	u.s.way = &way{slices.Clip(w.back[:last]), with(w.ahead, here)}
}

// wayAhead goes where the way back has led away from.
func wayAhead(u *update) {
	w := u.s.way
	if w == nil || len(w.ahead) == 0 {
		u.say("there is no way back that was taken")
		return
	}
	last := len(w.ahead) - 1
	here := u.s.Place()
	u.visit(w.ahead[last])
	u.s.way = &way{with(w.back, here), slices.Clip(w.ahead[:last])}
}
