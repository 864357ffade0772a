package winchance

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
)

// A WhatIf is a branch: a match continued from the middle.
type WhatIf struct {
	Match Match
	Round int // first round played
	// Replacements holds the new player of each seat, or nil to keep the player.
	Replacements [sim.Seats]*sim.Builtin
	Muted        [sim.Seats]bool // seats that give no orders
	// In the first round, Orders overrides the players' orders for its units, and IdleUnits
	// get none.
	Orders    []sim.Order
	IdleUnits []int32
}

func (w *WhatIf) players() [sim.Seats]func() sim.Player {
	players := w.Match.Players
	for seat, b := range w.Replacements {
		if b != nil {
			players[seat] = b.New
		}
		if w.Muted[seat] {
			players[seat] = nil
		}
	}
	return players
}

func (w *WhatIf) Validate() error {
	s := w.Match.Record.State(w.Round)
	if s == nil || w.Round >= w.Match.rounds() || w.Match.Record.IsMissing(w.Round) {
		return fmt.Errorf("the match cannot be continued from round %d", w.Round)
	}
	if n := w.Match.rounds(); n > maxBranchRounds {
		return fmt.Errorf("a match of %d rounds is too long to continue; at most %d are allowed", n, maxBranchRounds)
	}
	for seat, p := range w.players() {
		if p == nil && !w.Muted[seat] {
			return fmt.Errorf("%s is not built in: choose another player for seat %d or mute it", w.Match.Names[seat], seat)
		}
	}
	for i, o := range w.Orders {
		if slices.ContainsFunc(w.Orders[:i], func(p sim.Order) bool { return p.Unit == o.Unit }) {
			return fmt.Errorf("unit %d has two orders", o.Unit)
		}
		if err := CheckOrder(w.Match.Game, s, o); err != nil {
			return err
		}
	}
	for _, id := range w.IdleUnits {
		if ownerOf(s, id) < 0 {
			return fmt.Errorf("no player has a unit %d", id)
		}
	}
	return nil
}

// CheckOrder returns an error if the order could not be executed even if it were the only order in
// its round.
func CheckOrder(g sim.Game, s sim.State, o sim.Order) error {
	seat := ownerOf(s, o.Unit)
	if seat < 0 {
		return fmt.Errorf("no player has a unit %d", o.Unit)
	}
	b, _ := g.BoardFrom(s, sim.NewRand(0))
	t := &sim.Turn{Round: s.Round()}
	t.Orders[seat] = []sim.SubmittedOrder{{Order: o}}
	if err := b.Step(t); err != nil && t.Executed == nil {
		return err
	}
	if outcome := t.Orders[seat][0].Outcome; outcome != sim.OutcomeExecuted {
		return fmt.Errorf("unit %d %s: %s", o.Unit, g.AppendOrderText(nil, o), sim.OutcomeText(g, outcome))
	}
	return nil
}

func ownerOf(s sim.State, id int32) int {
	var f sim.Frame
	s.FillFrame(&f)
	for i := range f.Units {
		if f.Units[i].ID == id {
			return int(f.Units[i].Seat)
		}
	}
	return -1
}

func (w *WhatIf) applyOrders(s sim.State, t *sim.Turn) {
	chosen := slices.Clone(w.IdleUnits)
	for _, o := range w.Orders {
		chosen = append(chosen, o.Unit)
	}
	for seat, list := range t.Orders {
		var kept []sim.SubmittedOrder
		for _, o := range w.Orders { // put them first, so that they are executed first
			if ownerOf(s, o.Unit) == seat {
				kept = append(kept, sim.SubmittedOrder{Order: o})
			}
		}
		for _, o := range list {
			if !slices.Contains(chosen, o.Unit) {
				kept = append(kept, o)
			}
		}
		t.Orders[seat] = kept
	}
}

// Play plays the branch to its end on a board from sim/match.Resume and returns its record. Players
// that stay see all earlier rounds and keep their random numbers. Without changes and with the
// original dice, the branch repeats the match.
func (w *WhatIf) Play(ctx context.Context, b sim.Board, source string) (*record.Record, error) {
	if err := w.Validate(); err != nil {
		return nil, err
	}
	m := &w.Match
	meta := record.Meta{Game: m.Game, Settings: m.Settings, Seed: m.Seed, PlayerSeeds: m.PlayerSeeds, Names: m.Names, Note: w.Note(source)}
	for seat, r := range w.Replacements {
		if r != nil {
			meta.Names[seat] = r.Name
		}
	}
	rec := record.New(meta, m.Record.State(0))
	for k := range w.Round {
		rec.AppendFrom(m.Record, k, m.Record.Turn(k))
	}
	p := m.newPlayers(w.Round, w.players(), m.Seed)
	for seat := range p {
		if p[seat].player == nil || w.Replacements[seat] != nil {
			continue
		}
		p[seat].player = m.Players[seat]()
		p[seat].rand = sim.NewRand(m.PlayerSeeds.ForSeat(m.Seed, seat))
		for k := 0; k < w.Round && ctx.Err() == nil; k++ {
			p.observe(seat, m.Record.State(k))
		}
	}
	var err error
	for b.Round() < m.rounds() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := b.State()
		t := p.collectOrders(s)
		if s.Round() == w.Round {
			w.applyOrders(s, t)
		}
		t.KnownParts = sim.KnownOrders | sim.KnownEvents
		if err = b.Step(t); err != nil {
			rec.Append(t, nil)
			break
		}
		rec.Append(t, b.State())
	}
	rec.End(err)
	return rec, nil
}

// An Evaluation measures how good a branch is. It plays the branch and the original match from the
// same round with the same dice.
type Evaluation struct {
	w                                       WhatIf
	runs                                    int
	branch, original, scoreGain, finalScore rollouts // see BranchValue
}

func (w *WhatIf) NewEvaluation(runs int) (*Evaluation, error) {
	if err := w.Validate(); err != nil {
		return nil, err
	}
	return &Evaluation{w: *w, runs: runs}, nil
}

// Next plays one pair of matches. It returns false if all are played or ctx is cancelled.
func (v *Evaluation) Next(ctx context.Context) bool {
	i := v.branch.n()
	if i >= v.runs {
		return false
	}
	m := &v.w.Match
	seed := seedOf(int(m.Seed), v.w.Round, i, 5)
	branchPlayers := v.w.players()
	originalPlayers := m.Players
	for seat := range originalPlayers {
		if originalPlayers[seat] == nil {
			originalPlayers[seat] = branchPlayers[seat]
		}
	}
	original, before := v.run(ctx, originalPlayers, seed, false)
	branch, score := original, before
	if v.w.describe() != "" {
		branch, score = v.run(ctx, branchPlayers, seed, true)
	}
	if ctx.Err() != nil {
		return false
	}
	v.branch.add(branch)
	v.original.add(original)
	for seat := range before {
		v.scoreGain.seats[seat].add(float64(score[seat] - before[seat]))
		v.finalScore.seats[seat].add(float64(before[seat]))
	}
	return true
}

func (v *Evaluation) run(ctx context.Context, create [sim.Seats]func() sim.Player, seed int32, changed bool) (won [sim.Seats]float64, scores [sim.Seats]int) {
	m := &v.w.Match
	b, p := m.boardAt(v.w.Round, seed), m.newPlayers(v.w.Round, create, seed)
	s := m.Record.State(v.w.Round)
	t := p.collectOrders(s)
	if changed {
		v.w.applyOrders(s, t)
	}
	if b.Step(t) == nil {
		p.play(ctx, b, m.rounds(), m.rounds())
	}
	scores = b.State().Scores()
	return WinShares(scores), scores
}

type BranchValue struct {
	Runs                       int
	BranchShare, OriginalShare Mean // shares of wins in the branch and in the match
	ScoreGain                  Mean // branch score minus match score
	FinalScore                 Mean // final score of the match
}

func (v *Evaluation) Value(seat int) BranchValue {
	share := func(t *tally) Mean { // two imaginary runs, one of them won, avoid an error of 0
		n := float64(t.n)
		p := (t.sum + 1) / (n + 2)
		return Mean{t.mean(), math.Sqrt(p * (1 - p) / (n + 2)), t.n}
	}
	mean := func(t *tally) Mean { return Mean{t.mean(), math.Sqrt(t.varianceOfMean()), t.n} }
	return BranchValue{v.branch.n(), share(&v.branch.seats[seat]), share(&v.original.seats[seat]), mean(&v.scoreGain.seats[seat]), mean(&v.finalScore.seats[seat])}
}

const branchPrefix = "branch of "

// Note describes in one line what the branch is based on and what it changes.
func (w *WhatIf) Note(source string) string {
	words := w.describe()
	if words == "" {
		words = "only the dice changed"
	}
	words = fmt.Sprintf("from round %d: %s", w.Round, words)
	note := w.Match.Note
	name, rest, named := strings.Cut(strings.TrimPrefix(note, `"`), `", `)
	if named && note[0] == '"' && strings.HasPrefix(rest, branchPrefix) {
		note = NoteWithParent(rest, name)
	}
	if strings.HasPrefix(note, branchPrefix) {
		return note + "; then " + words
	}
	if source == "" {
		source = fmt.Sprintf("seed %d", w.Match.Seed)
	}
	return branchPrefix + source + " " + words
}

func NoteWithName(note, name string) string { return quote(name) + ", " + note }

// NoteWithParent returns the beginning of the note for a branch whose parent is a named branch.
func NoteWithParent(note, name string) string { return note + " (" + quote(name) + ")" }

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, "'") + `"` }

// Name returns a short description of the branch's changes.
func (w *WhatIf) Name() string {
	words := w.describe()
	if words == "" {
		words = "other dice"
	}
	return fmt.Sprintf("%s from %d", words, w.Round)
}

func (w *WhatIf) describe() string {
	var parts []string
	for seat := range w.Match.Names {
		switch {
		case w.Muted[seat]:
			parts = append(parts, w.Match.NameOf(seat)+" muted")
		case w.Replacements[seat] != nil:
			parts = append(parts, w.Replacements[seat].Name+" replaces "+w.Match.NameOf(seat))
		}
	}
	for _, o := range w.Orders {
		parts = append(parts, fmt.Sprintf("unit %d %s", o.Unit, w.Match.Game.AppendOrderText(nil, o)))
	}
	for _, id := range w.IdleUnits {
		parts = append(parts, fmt.Sprintf("unit %d gets no order", id))
	}
	return strings.Join(parts, ", ")
}
