package coach

import (
	"cmp"
	"math"
	"slices"

	"game-tui/sim/chance"
)

// How many matches there are in a step, and what is claimed.
const (
	few, some, many = 20, 60, 200
	mostClaims      = 3
	kept            = 8    // parts at most that go from few matches to some, and
	hopeful         = 0.5  // standard errors that they need for it
	sure            = 3.0  // standard errors in the search from which on a part is claimed, and
	likely          = 2.0  // those that fresh seeds must show of it
	perhaps         = 2.5  // … that they must show of one that the search was less sure of, which is likely
	least           = 0.03 // of the player's score
)

// trial is a part whose orders are exchanged: the player gets the other's there, and the other the player's.
type trial struct {
	part       *Part
	with, base [2]*arm // of the player, and of who shows how it goes
}

// trial is that of a part on top of parts that were found before, on seeds from the first of the study on.
func (s *Study) trial(p *Part, found []*Part, first int32) *trial {
	more := append(slices.Clone(found), p)
	if p == s.everything {
		more = more[len(found):]
	}
	return &trial{p,
		[2]*arm{s.arm(false, mix{takes: more}, first), s.arm(true, mix{takes: []*Part{p}, but: found}, first)},
		[2]*arm{s.arm(false, mix{takes: found}, first), s.arm(true, mix{}, first)},
	}
}

// side is the way in which match i of the search is played: 0, the player with orders of the other, or 1,
// the other with those of the player.
func side(i int) int { return i / 4 % 2 }

// own is the way in which all matches behind the search are played: the player with orders of the other.
func own(int) int { return 0 }

// gain is what the part costs, of all matches of the search that were played both ways.
func (t *trial) gain() chance.Mean { return t.points(side) }

// points are what the part costs, of all matches that were played.
func (t *trial) points(side func(int) int) chance.Mean {
	return t.mean(side, func(with, base sample) float64 { return with.score - base.score })
}

// mean is that of what is other with the orders of who shows how it goes than with the player's.
func (t *trial) mean(side func(int) int, of func(with, base sample) float64) chance.Mean {
	var list []float64
	for i := range many {
		with, base := t.with[side(i)].at(i), t.base[side(i)].at(i)
		switch {
		case !with.ok || !base.ok:
		case side(i) == 0:
			list = append(list, of(with, base))
		default:
			list = append(list, of(base, with))
		}
	}
	return chance.MeanOf(list)
}

// at is match i of an arm.
func (a *arm) at(i int) sample {
	if i < len(a.got) {
		return a.got[i]
	}
	return sample{}
}

// missing are the pieces that trials lack of n matches each.
func (s *Study) missing(n int, side func(int) int, trials []*trial) (list []*Piece) {
	for i := range n {
		for _, t := range trials {
			for _, a := range []*arm{t.base[side(i)], t.with[side(i)]} {
				for len(a.got) <= i {
					a.got = append(a.got, sample{})
				}
				if !a.got[i].given {
					a.got[i].given = true
					list = append(list, s.piece(a, i))
				}
			}
		}
	}
	return list
}

// plan gives the steps of the study, each of which is played before the next is asked for.
func (s *Study) plan(yield func([]*Piece) bool) {
	step := func(n int, side func(int) int, trials ...*trial) bool {
		s.lessons.update(s)
		list := s.missing(n, side, trials)
		return len(list) == 0 || yield(list)
	}
	order, alike := s.byStyle(yield)
	for i, by := range order {
		s.begin(by)
		s.alike = alike && i == 0
		if !s.search(step, yield) {
			return
		}
		if len(s.lessons.Claims) > 0 {
			break
		}
	}
	s.harmless(step)
	s.lessons.update(s)
}

// search looks for what costs the player points beside who shows how it goes; false where the study has ended.
func (s *Study) search(step step, yield func([]*Piece) bool) bool {
	first, ok := s.first(step)
	if !ok {
		return false
	}
	var found, tried []*Part
	for len(tried) < 2*mostClaims && len(found) < mostClaims {
		best := s.best(step, first, found, tried)
		if best == nil {
			break
		}
		tried = append(tried, best.part)
		claimed, ok := s.confirm(step, best, found, int32(1000*len(tried)))
		if !ok {
			return false
		}
		if claimed {
			found = append(found, best.part)
			if !s.moments(yield, best.part, int32(1000*len(tried))) {
				return false
			}
		}
	}
	return true
}

// step plays trials until each has n matches; it is false where the study has ended.
type step func(n int, side func(int) int, trials ...*trial) bool

// first tries all parts in which the two do not always order the same, with few matches: groups, and then
// what those that cost something are made of. ok is false where the study has ended.
func (s *Study) first(step step) (list []*trial, ok bool) {
	whole := s.trial(s.everything, nil, 0)
	s.tried = []*trial{whole}
	if !step(few, side, whole) {
		return nil, false
	}
	try := func(parts []*Part, group string) {
		for _, p := range parts {
			if s.otherwise(p) > 0 && (group == "" || p.group == group) {
				list = append(list, s.trial(p, nil, 0))
			}
		}
		s.tried = append(list, whole)
	}
	try(s.coarse, "")
	if !step(few, side, list...) {
		return nil, false
	}
	for _, t := range list {
		if t.gain().Z() >= 1 && len(t.part.of) > 1 {
			try(s.fine, t.part.group)
		}
	}
	return list, step(few, side, list...)
}

// best is the part that stands out most, on top of those that were found, and that is likely to cost
// something; nil where there is none, or the study has ended. What few matches showed comes first, then, unless
// there is next to nothing to learn from one of the player's style, all that may have been overlooked.
func (s *Study) best(step step, first []*trial, found, tried []*Part) *trial {
	all := s.trial(s.everything, found, 0)
	var list, rest []*trial
	var seen []*Part
	for _, t := range s.ranked(first, s.trial(s.everything, nil, 0)) {
		if seen = append(seen, t.part); slices.Contains(tried, t.part) {
			continue
		}
		rest = append(rest, s.trial(t.part, found, 0))
		if t.gain().Z() >= hopeful && len(list) < kept {
			list = append(list, rest[len(rest)-1])
		}
	}
	if t := s.closer(step, list, all, 3); t != nil || s.alike && all.gain().Z() < likely {
		return t
	}
	for _, p := range s.fine {
		if s.otherwise(p) > 0 && !slices.Contains(seen, p) {
			rest = append(rest, s.trial(p, found, 0))
		}
	}
	return s.closer(step, rest, all, kept)
}

// closer plays more matches of trials until one stands out, and the most of no more than n.
func (s *Study) closer(step step, list []*trial, all *trial, n int) *trial {
	if len(list) == 0 || !step(some, side, append(list, all)...) {
		return nil
	}
	if t := s.pick(list, all, likely); t != nil && t.gain().Z() >= sure {
		return t
	}
	slices.SortStableFunc(list, func(a, b *trial) int { return cmp.Compare(b.gain().Z(), a.gain().Z()) })
	if list = list[:min(len(list), n)]; !step(many, side, append(list, all)...) {
		return nil
	}
	return cmp.Or(s.pick(list, all, sure), s.pick(list, all, likely))
}

// ranked are trials, the one that stands out most first.
func (s *Study) ranked(list []*trial, all *trial) []*trial {
	return slices.SortedStableFunc(slices.Values(list), func(a, b *trial) int { return cmp.Compare(s.excess(b, all), s.excess(a, all)) })
}

// pick is the trial that stands out most of those that are so many standard errors above nothing; nil where
// there is none. A situation in which the player orders otherwise far more often says more, if it costs nearly as much.
func (s *Study) pick(list []*trial, all *trial, z float64) (best *trial) {
	for _, t := range s.ranked(list, all) {
		switch {
		case t.gain().Z() < z:
		case best == nil:
			best = t
		case t.part.of != nil && t.gain().Mean >= s.asGood(t.part, best.part)*best.gain().Mean:
			return t
		}
	}
	return best
}

// asGood is the share of what a part costs from which on a situation stands before it. A part that is no
// situation says least: that units got no order, or in which third of the match.
func (s *Study) asGood(situation, p *Part) float64 {
	base := p
	if p.of == nil {
		base = s.everything
	}
	switch clear := s.otherwise(situation) >= 2*s.otherwise(base); {
	case clear && p.of == nil:
		return 0.6
	case clear:
		return 0.75
	case p.of == nil:
		return 0.85
	}
	return math.Inf(1)
}

// otherwise is the share of the orders in a part that who shows how it goes gives otherwise, 0 … 1.
func (s *Study) otherwise(p *Part) float64 {
	i := slices.Index(s.parts, p)
	return float64(s.counts.differ[i]) / float64(max(s.counts.in[i], 1))
}

// excess is what a part costs beyond half of its share of what everything costs: who is weaker throughout loses
// everywhere, the more the more units there are, and has no habit there. Of a third of the match, which
// says nothing of why, the whole share counts.
func (s *Study) excess(t, all *trial) float64 {
	share := float64(s.counts.in[slices.Index(s.parts, t.part)]) / float64(max(s.counts.orders, 1))
	if t.part.third == 0 {
		share /= 2
	}
	return t.gain().Mean - max(all.gain().Mean, 0)*share
}

// confirm plays a part on fresh seeds, the player's own play alone, and notes what is claimed of it; ok is
// false where the study has ended.
func (s *Study) confirm(step step, best *trial, found []*Part, first int32) (claimed, ok bool) {
	t := s.trial(best.part, found, first)
	c := Claim{Part: best.part, Search: best.gain(), On: len(found) > 0}
	for _, n := range []int{some, many} {
		if !step(n, own, t) {
			return false, false
		}
		c.Points = t.points(own)
		c.Wins = t.mean(own, func(with, base sample) float64 { return with.share - base.share })
		if z := c.Points.Z(); z < 1 || z >= sure {
			break
		}
	}
	z := c.Points.Z()
	c.Sure = c.Search.Z() >= sure && z >= likely
	if c.Points.Mean < least*s.lessons.Score.Mean || !c.Sure && z < perhaps {
		return false, true
	}
	s.lessons.Claims = append(slices.Clone(s.lessons.Claims), c)
	return true, true
}
