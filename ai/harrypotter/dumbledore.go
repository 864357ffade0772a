package harrypotter

import (
	"context"
	"math"

	"game-tui/ai/numbers"
	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// Indices of the numbers by which Dumbledore decides.
const (
	nReach = iota
	nBook
	nBookFade
	nBookRace
	nCell
	nCellLate
	nAlly
	nEnemy
	nGain
	nGainMates
	nLoss
	nLossMates
	nAhead
	nNear1
	nNear2
	nNear3
	nPull
	nStepBook
	nStepFree
	nStepTaken
	nHaunt
	nCrush
	nGhostBook
	nGhostFoe
	nCrowd
	nGuard
	nClose
	nFar
	nContact
	numNumbers
)

var dumbledoreNumbers = [numNumbers]numbers.Number{
	nReach:     {Name: "reach", Value: 16, Low: 4, High: 30, Means: "steps that a wizard looks ahead"},
	nBook:      {Name: "book", Value: 100, Low: 0, High: 1000, Means: "points that a book is worth"},
	nBookFade:  {Name: "fade", Value: 20, Low: 1, High: 100, Means: "rounds before the end from which books lose their worth"},
	nBookRace:  {Name: "race", Value: 0.5, Low: 0, High: 1, Means: "share of a book's worth that is left where an enemy is nearer"},
	nCell:      {Name: "cell", Value: 10, Low: 0, High: 200, Means: "points for a cell that is not ours"},
	nCellLate:  {Name: "late", Value: 10, Low: 0, High: 200, Means: "the same in the last rounds"},
	nAlly:      {Name: "ally", Value: 1000, Low: 0, High: 5000, Means: "points for an ally who is being converted"},
	nEnemy:     {Name: "enemy", Value: 3, Low: 0, High: 5, Means: "weight of the outcome of a fight with an enemy"},
	nGain:      {Name: "gain", Value: 120, Low: 0, High: 500, Means: "points for an enemy whom we begin to convert, without mates"},
	nGainMates: {Name: "saved", Value: 10, Low: 0, High: 100, Means: "points less for each mate of it that is near"},
	nLoss:      {Name: "loss", Value: 100, Low: 0, High: 500, Means: "points that we lose with a wizard, without allies"},
	nLossMates: {Name: "saves", Value: 20, Low: 0, High: 100, Means: "points less for each ally that is near"},
	nAhead:     {Name: "ahead", Value: 0.6, Low: 0, High: 1, Means: "chance that we strike first when both may"},
	nNear1:     {Name: "beside", Value: 0.3, Low: 0, High: 2, Means: "weight of a fight with an enemy beside a cell"},
	nNear2:     {Name: "two", Value: 0.2, Low: 0, High: 2, Means: "the same with an enemy two steps away"},
	nNear3:     {Name: "three", Value: 0.1, Low: 0, High: 2, Means: "the same with an enemy three steps away"},
	nPull:      {Name: "pull", Value: 1, Low: 0, High: 5, Means: "weight of a step towards the target"},
	nStepBook:  {Name: "stepbook", Value: 8, Low: 0, High: 100, Means: "points for stepping on a book on the way"},
	nStepFree:  {Name: "stepfree", Value: 2, Low: 0, High: 20, Means: "points for stepping on a cell of nobody"},
	nStepTaken: {Name: "steptaken", Value: 3, Low: 0, High: 20, Means: "points for stepping on a cell of another clan"},
	nHaunt:     {Name: "haunt", Value: 0, Low: 0, High: 300, Means: "points for an attack on a ghost"},
	nCrush:     {Name: "crush", Value: 300, Low: 0, High: 1000, Means: "points for an enemy that one blow converts at once"},
	nGhostBook: {Name: "ghostbook", Value: 100, Low: 0, High: 500, Means: "points that a book is worth to the ghost"},
	nGhostFoe:  {Name: "ghostfoe", Value: 3, Low: 0, High: 50, Means: "points for each step that the ghost is away from enemies, up to 6"},
	nGuard:     {Name: "guard", Value: 40, Low: 0, High: 200, Means: "points more for an enemy that may free one whom we convert"},
	nClose:     {Name: "close", Value: 0, Low: 0, High: 20, Means: "points for each ally near the cell of a step, up to 3"},
	nFar:       {Name: "far", Value: 0.7, Low: 0.3, High: 3, Means: "power of the distance by which the worth of a target is divided"},
	nContact:   {Name: "contact", Value: 1, Low: 0, High: 4, Means: "steps from enemies at which steps come last"},
	nCrowd:     {Name: "crowd", Value: 2, Low: 1, High: 6, Means: "wizards that go for one enemy"},
}

// Champion is Dumbledore, whose numbers are found by play.
var Champion = numbers.Player{Name: "Dumbledore", Numbers: dumbledoreNumbers[:], New: newDumbledore}

// NewDumbledore makes a Dumbledore.
func NewDumbledore() sim.Player { return newDumbledore(numbers.Values(dumbledoreNumbers[:])) }

func newDumbledore(values []float64) sim.Player {
	p := &dumbledore{planner: planner{weights: weights{lateSpell: true}}}
	copy(p.n[:], values)
	for d := range p.far {
		p.far[d] = math.Pow(float64(d+1), p.n[nFar])
	}
	return p
}

// dumbledore weighs every step by what it may win and lose.
type dumbledore struct {
	planner
	n      [numNumbers]float64
	clans  [sim.Seats]paths.Cells   // wizards of each clan that are not converting
	hurt   [sim.Seats]paths.Cells   // wizards of each clan that we are converting
	far    [64]float64              // divisors of worth by distance
	win    [sim.Seats]float64       // chance that a blow of ours wins against a clan
	lose   [sim.Seats]float64       // chance that a blow of theirs wins against us
	going  [hp.Rows * hp.Cols]uint8 // wizards that go for each target
	left   int                      // rounds that follow this one
	levels [ghostReach]paths.Cells  // cells from which a ghost is at most so many steps from a book
}

// Play implements sim.Player.
func (p *dumbledore) Play(_ context.Context, q *sim.Query) sim.Reply {
	p.begin(q)
	p.weigh()
	p.rescue()
	p.strike()
	p.fetch()
	p.plan()
	p.leadGhost()
	p.wait()
	return p.reply()
}

// pays reports whether a conversion that begins in this round is complete before the end.
func (p *dumbledore) pays() bool { return p.left >= p.s.Settings().RoundsForConverting-1 }

// weigh finds out who stands where and how fights would end.
func (p *dumbledore) weigh() {
	p.left = p.s.Settings().NumRounds - 1 - p.s.Round()
	ours := float64(p.magic[p.me])
	for clan := range sim.Seats {
		p.clans[clan], p.hurt[clan] = paths.Cells{}, paths.Cells{}
		for _, id := range p.s.Wizards(clan) {
			if u := p.s.Unit(id); !u.Converting() {
				p.clans[clan].Set(u.Pos.Row, u.Pos.Col)
			} else if u.Next == p.me {
				p.hurt[clan].Set(u.Pos.Row, u.Pos.Col)
			}
		}
		theirs := float64(p.magic[clan])
		p.win[clan] = odds(ours, theirs)
		p.lose[clan] = odds(theirs, ours)
	}
}

// odds is the chance that a blow wins.
func odds(attacker, defender float64) float64 {
	switch {
	case attacker > 2*defender:
		return 1
	case defender > 2*attacker:
		return 0
	case attacker+defender == 0:
		return 0.65
	}
	return 0.3 + 0.7*attacker/(attacker+defender)
}

// wait gives refused orders to those who stay, so that our last orders come later.
func (p *dumbledore) wait() {
	for i := range p.wizards {
		if w := &p.wizards[i]; !w.ordered {
			p.queues[walk] = append(p.queues[walk], hp.Move(w.ID, hp.DR))
		}
	}
}
