package coach

import (
	"cmp"
	"math"
	"slices"

	"game-tui/sim/winchance"
)

const (
	screenMatches, narrowMatches, confirmMatches = 20, 60, 200
	maxClaims                                    = 3
	maxScreened                                  = 8    // maximum number of parts that pass the first screening
	zScreen                                      = 0.5  // standard errors needed to pass the first screening
	zClaim                                       = 3.0  // standard errors needed for a sure claim, in the search
	zConfirm                                     = 2.0  // standard errors needed for a sure claim, on fresh seeds
	zLikely                                      = 2.5  // standard errors needed for a likely claim, on fresh seeds
	minCost                                      = 0.03 // minimum cost of a claim, as a share of the player's score
)

// A trial measures the cost of a part by exchanging the two players' orders in it.
type trial struct {
	part          *Part
	changed, base [2]*arm // index 0 for the player, 1 for the model player
	swapsRoles    bool    // whether the players swap roles in half of the matches
}

// newTrial returns a trial of p on top of the parts in found. Seeds start at firstSeed.
func (s *Study) newTrial(p *Part, found []*Part, firstSeed int32) *trial {
	included := append(slices.Clone(found), p)
	if p == s.wholeGame {
		included = included[len(found):]
	}
	return &trial{p,
		[2]*arm{s.armFor(false, mix{include: included}, firstSeed), s.armFor(true, mix{include: []*Part{p}, exclude: found}, firstSeed)},
		[2]*arm{s.armFor(false, mix{include: found}, firstSeed), s.armFor(true, mix{}, firstSeed)},
		firstSeed == 0,
	}
}

// side returns 1 if the players swap roles in match i, and 0 otherwise.
func (t *trial) side(i int) int {
	if t.swapsRoles {
		return i / 4 % 2
	}
	return 0
}

func (t *trial) gain() winchance.Mean {
	return t.mean(func(m sample) float64 { return m.score })
}

func (t *trial) mean(value func(sample) float64) winchance.Mean {
	var list []float64
	for i := range confirmMatches {
		side := t.side(i)
		changed, base := t.changed[side].at(i), t.base[side].at(i)
		if changed.ok && base.ok {
			list = append(list, float64(1-2*side)*(value(changed)-value(base)))
		}
	}
	return winchance.MeanOf(list)
}

func (a *arm) at(i int) sample {
	if i < len(a.samples) {
		return a.samples[i]
	}
	return sample{}
}

func (s *Study) missingPieces(n int, trials []*trial) (list []*Piece) {
	for i := range n {
		for _, t := range trials {
			for _, a := range []*arm{t.base[t.side(i)], t.changed[t.side(i)]} {
				for len(a.samples) <= i {
					a.samples = append(a.samples, sample{})
				}
				if !a.samples[i].taken {
					a.samples[i].taken = true
					list = append(list, s.newPiece(a, i))
				}
			}
		}
	}
	return list
}

func (s *Study) plan(yield func([]*Piece) bool) {
	s.yield = yield
	models, hasSimilar := s.rankModels()
	for i, model := range models {
		s.reset(model)
		s.similarModel = hasSimilar && i == 0
		if !s.search() {
			return
		}
		if len(s.lessons.Claims) > 0 {
			break
		}
	}
	s.findHarmlessParts()
	s.lessons.update(s)
}

// search looks for costly parts. It returns false if the study was closed.
func (s *Study) search() bool {
	screened, ok := s.screen()
	if !ok {
		return false
	}
	var found, tried []*Part
	for len(tried) < 2*maxClaims && len(found) < maxClaims {
		best := s.mostPromising(screened, found, tried)
		if best == nil {
			break
		}
		tried = append(tried, best.part)
		claimed, ok := s.confirm(best, found, int32(1000*len(tried)))
		if !ok {
			return false
		}
		if claimed {
			found = append(found, best.part)
			if !s.searchMoments(best.part, int32(1000*len(tried))) {
				return false
			}
		}
	}
	return true
}

// playTrials plays each trial until it has n matches. It returns false if the study was closed.
func (s *Study) playTrials(n int, trials ...*trial) bool {
	s.lessons.update(s)
	list := s.missingPieces(n, trials)
	return len(list) == 0 || s.yield(list)
}

// screen tries, in a few matches, all parts in which orders differ: first coarse parts, then the
// situations of costly ones. OK is false if the study was closed.
func (s *Study) screen() (list []*trial, ok bool) {
	fullTrial := s.newTrial(s.wholeGame, nil, 0)
	s.trials = []*trial{fullTrial}
	if !s.playTrials(screenMatches, fullTrial) {
		return nil, false
	}
	try := func(parts []*Part, group string) {
		for _, p := range parts {
			if s.differentShare(p) > 0 && (group == "" || p.group == group) {
				list = append(list, s.newTrial(p, nil, 0))
			}
		}
		s.trials = append(list, fullTrial)
	}
	try(s.coarseParts, "")
	if !s.playTrials(screenMatches, list...) {
		return nil, false
	}
	for _, t := range list {
		if t.gain().Z() >= 1 && len(t.part.situations) > 1 {
			try(s.fineParts, t.part.group)
		}
	}
	return list, s.playTrials(screenMatches, list...)
}

// mostPromising returns the trial of the most promising part, on top of the parts in found, or nil.
// If no part stands out, it also tries parts that the screening may have missed, unless the model
// plays in the player's style and there is little to gain.
func (s *Study) mostPromising(screened []*trial, found, tried []*Part) *trial {
	fullTrial := s.newTrial(s.wholeGame, found, 0)
	var list, remaining []*trial
	var seen []*Part
	for _, t := range s.rankTrials(screened, s.newTrial(s.wholeGame, nil, 0)) {
		if seen = append(seen, t.part); slices.Contains(tried, t.part) {
			continue
		}
		remaining = append(remaining, s.newTrial(t.part, found, 0))
		if t.gain().Z() >= zScreen && len(list) < maxScreened {
			list = append(list, remaining[len(remaining)-1])
		}
	}
	if t := s.narrow(list, fullTrial, 3); t != nil || s.similarModel && fullTrial.gain().Z() < zConfirm {
		return t
	}
	for _, p := range s.fineParts {
		if s.differentShare(p) > 0 && !slices.Contains(seen, p) {
			remaining = append(remaining, s.newTrial(p, found, 0))
		}
	}
	return s.narrow(remaining, fullTrial, maxScreened)
}

func (s *Study) narrow(list []*trial, fullTrial *trial, n int) *trial {
	if len(list) == 0 || !s.playTrials(narrowMatches, append(list, fullTrial)...) {
		return nil
	}
	if t := s.pick(list, fullTrial, zConfirm); t != nil && t.gain().Z() >= zClaim {
		return t
	}
	slices.SortStableFunc(list, func(a, b *trial) int { return cmp.Compare(b.gain().Z(), a.gain().Z()) })
	if list = list[:min(len(list), n)]; !s.playTrials(confirmMatches, append(list, fullTrial)...) {
		return nil
	}
	return cmp.Or(s.pick(list, fullTrial, zClaim), s.pick(list, fullTrial, zConfirm))
}

func (s *Study) rankTrials(list []*trial, fullTrial *trial) []*trial {
	return slices.SortedStableFunc(slices.Values(list), func(a, b *trial) int { return cmp.Compare(s.excess(b, fullTrial), s.excess(a, fullTrial)) })
}

// pick returns the most promising trial whose gain is at least z standard errors, or nil. Among
// trials that cost nearly as much, it prefers situations in which more orders differ.
func (s *Study) pick(list []*trial, fullTrial *trial, z float64) (best *trial) {
	for _, t := range s.rankTrials(list, fullTrial) {
		switch {
		case t.gain().Z() < z:
		case best == nil:
			best = t
		case t.part.situations != nil && t.gain().Mean >= s.preferredShare(t.part, best.part)*best.gain().Mean:
			return t
		}
	}
	return best
}

// preferredShare returns the fraction of p's cost that the situation must reach to be preferred to
// p.
func (s *Study) preferredShare(situation, p *Part) float64 {
	base := p
	if p.situations == nil {
		base = s.wholeGame
	}
	switch standsOut := s.differentShare(situation) >= 2*s.differentShare(base); {
	case standsOut && p.situations == nil:
		return 0.6
	case standsOut:
		return 0.75
	case p.situations == nil:
		return 0.85
	}
	return math.Inf(1)
}

func (s *Study) differentShare(p *Part) float64 {
	i := slices.Index(s.parts, p)
	return float64(s.counts.differentByPart[i]) / float64(max(s.counts.ordersByPart[i], 1))
}

// excess returns a part's cost minus half of its proportional share of the total cost, because a
// player that is weaker everywhere has no particular bad habit. For thirds of the match, it deducts
// the whole share.
func (s *Study) excess(t, fullTrial *trial) float64 {
	share := float64(s.counts.ordersByPart[slices.Index(s.parts, t.part)]) / float64(max(s.counts.orderCount, 1))
	if t.part.third == 0 {
		share /= 2
	}
	return t.gain().Mean - max(fullTrial.gain().Mean, 0)*share
}

// confirm measures a part's cost on fresh seeds and records a claim if it is confirmed. OK is false
// if the study was closed.
func (s *Study) confirm(best *trial, found []*Part, firstSeed int32) (claimed, ok bool) {
	t := s.newTrial(best.part, found, firstSeed)
	c := Claim{Part: best.part, SearchPoints: best.gain(), Additional: len(found) > 0}
	for _, n := range []int{narrowMatches, confirmMatches} {
		if !s.playTrials(n, t) {
			return false, false
		}
		c.Points = t.gain()
		c.Wins = t.mean(func(m sample) float64 { return m.share })
		if z := c.Points.Z(); z < 1 || z >= zClaim {
			break
		}
	}
	z := c.Points.Z()
	c.Sure = c.SearchPoints.Z() >= zClaim && z >= zConfirm
	if c.Points.Mean < minCost*s.lessons.Score.Mean || !c.Sure && z < zLikely {
		return false, true
	}
	s.lessons.Claims = append(slices.Clone(s.lessons.Claims), c)
	return true, true
}
