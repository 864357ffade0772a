package rating

import (
	"fmt"
	"math"
)

// passes counts matches of a bundle of blocks.
type passes struct{ passed, matches int }

func (p *Player) addPass(block int, passed bool) {
	at := block % maxBundles
	for len(p.passes) <= at {
		p.passes = append(p.passes, passes{})
	}
	p.passes[at].matches++
	if passed {
		p.passes[at].passed++
	}
}

// Pass is P(pass), the share of matches that a player passes, with its 95 % interval. It is NaN
// without matches.
type Pass struct{ Share, Low, High float64 }

func (p Pass) String() string {
	if math.IsNaN(p.Share) {
		return "–"
	}
	return fmt.Sprintf("%.0f %% (%.0f–%.0f)", 100*p.Share, 100*p.Low, 100*p.High)
}

// Pass returns P(pass) in matches without Dummies, with Wilson's interval. The effective number of
// matches follows from the variation between seeds, because matches of a seed are not independent.
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
		n = float64(seeds) // or if all seeds have the same share
	}
	const z = 1.96
	mid := (share + z*z/2/n) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/4/n/n)
	return Pass{share, max(mid-half, 0), min(mid+half, 1)}
}
