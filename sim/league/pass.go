package league

import (
	"fmt"
	"math"
	"regexp"

	"game-tui/sim"
	"game-tui/sim/playoff"
)

// Passes reports whether whoever sits on a seat passes as in the course's play-off.
func Passes(scores [sim.Seats]int, outs [sim.Seats]sim.Reason, seat int) bool {
	r := playoff.Result{Scores: scores}
	for i, out := range outs {
		r.Outs[i] = out != ""
	}
	return r.Passed(seat)
}

// Place is the place of a seat, 1 to 4; those who tie share the mean of theirs. Whoever went out is behind
// all who finished; rivals of one who finished count by their scores.
func Place(scores [sim.Seats]int, outs [sim.Seats]sim.Reason, seat int) float64 {
	if outs[seat] != "" {
		scores = outsLast(scores, outs)
	}
	place := 0.5
	for _, n := range scores {
		switch {
		case n > scores[seat]:
			place++
		case n == scores[seat]:
			place += 0.5 // the seat itself, too
		}
	}
	return place
}

// passes counts the matches of a bundle of blocks, and those that were passed.
type passes struct{ passed, matches int }

func (p *Player) pass(block int, passed bool) {
	at := block % maxBundles
	for len(p.passes) <= at {
		p.passes = append(p.passes, passes{})
	}
	p.passes[at].matches++
	if passed {
		p.passes[at].passed++
	}
}

// Pass is P(pass), the share of matches that a player passes, with bounds of 95 %; NaN where it has none.
type Pass struct{ Share, Low, High float64 }

// String is for tables: "62 % (55–68)".
func (p Pass) String() string {
	if math.IsNaN(p.Share) {
		return "–"
	}
	return fmt.Sprintf("%.0f %% (%.0f–%.0f)", 100*p.Share, 100*p.Low, 100*p.High)
}

// dummyName is what the Dummies of kits are called here, the second and third one included. More is not
// guessed of a name: a student's folder would take matches out of what is said of others.
var dummyName = regexp.MustCompile(`(?i)^(?:AI)?Dummy(?:\.exe)?(?:-\d+)?$`)

// IsDummy reports whether an entry is called as a kit's Dummy is.
func IsDummy(name string) bool { return dummyName.MatchString(name) }

// Dummies are the entries of a plan that fill groups up in the play-off: those that are called so. Where fewer
// than four others play they are rivals as all others: none.
func (p *Plan) Dummies() []bool {
	list, others := make([]bool, len(p.Player)), 0
	for i, e := range p.Player {
		if list[i] = IsDummy(e.Name); !list[i] {
			others++
		}
	}
	if others < sim.Seats || others == len(list) || p.Design == Against {
		return nil
	}
	return list
}

// withDummy reports whether one of the rivals of a seat is a Dummy.
func (t *Tally) withDummy(entries [sim.Seats]int, seat int) bool {
	for other, e := range entries {
		if t.dummies != nil && other != seat && t.dummies[e] {
			return true
		}
	}
	return false
}

// Pass is that of the matches that the player has played with others than Dummies.
//
// The interval is Wilson's, for as many matches as tell as much as these do: matches of a seed are not
// independent of each other, so their number follows from how much the shares of seeds vary. Below MinSeeds,
// where that is not known, each seed tells as much as one match.
func (p *Player) Pass() Pass {
	passed, matches, seeds := 0, 0, 0
	for _, b := range p.passes {
		passed += b.passed
		matches += b.matches
		if b.matches > 0 {
			seeds++
		}
	}
	n := float64(matches)
	share := float64(passed) / n
	variance := 0.0
	for _, b := range p.passes {
		d := (float64(b.passed) - share*float64(b.matches)) / n
		variance += d * d * float64(seeds) / float64(seeds-1)
	}
	if variance > 0 && seeds >= MinSeeds {
		n = min(n, share*(1-share)/variance)
	} else {
		n = float64(seeds) // or all seeds are alike
	}
	const z = 1.96
	mid := (share + z*z/2/n) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/4/n/n)
	return Pass{share, max(mid-half, 0), min(mid+half, 1)}
}

// Places is the mean place.
func (p *Player) Places() float64 { return p.Place / float64(max(p.Matches, 1)) }
