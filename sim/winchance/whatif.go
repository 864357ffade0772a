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
	// Replace holds the new player of each seat, or nil to keep the player.
	Replace [sim.Seats]*sim.Builtin
	Mute    [sim.Seats]bool // seats that give no orders
	// In the first round, Orders overrides the players' orders for its units, and the units in Idle
	// get none.
	Orders []sim.Order
	Idle   []int32
}

func (w *WhatIf) players() [sim.Seats]func() sim.Player {
	line := w.Match.Players
	for seat, b := range w.Replace {
		if b != nil {
			line[seat] = b.New
		}
		if w.Mute[seat] {
			line[seat] = nil
		}
	}
	return line
}

func (w *WhatIf) Check() error {
	s := w.Match.Record.State(w.Round)
	if s == nil || w.Round >= w.Match.rounds() || w.Match.Record.IsMissing(w.Round) {
		return fmt.Errorf("round %d cannot be continued", w.Round)
	}
	if n := w.Match.rounds(); n > maxBranchRounds {
		return fmt.Errorf("match of %d rounds is too long to continue; at most %d are allowed", n, maxBranchRounds)
	}
	for seat, p := range w.players() {
		if p == nil && !w.Mute[seat] {
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
	for _, id := range w.Idle {
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
	t.Orders[seat] = []sim.Submitted{{Order: o}}
	if err := b.Step(t); err != nil && t.Executed == nil {
		return err
	}
	if fate := t.Orders[seat][0].Outcome; fate != sim.OutcomeExecuted {
		return fmt.Errorf("unit %d %s: %s", o.Unit, g.AppendOrderText(nil, o), sim.OutcomeText(g, fate))
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
	chosen := slices.Clone(w.Idle)
	for _, o := range w.Orders {
		chosen = append(chosen, o.Unit)
	}
	for seat, list := range t.Orders {
		var kept []sim.Submitted
		for _, o := range w.Orders { // put them first, so that they are executed first
			if ownerOf(s, o.Unit) == seat {
				kept = append(kept, sim.Submitted{Order: o})
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
	if err := w.Check(); err != nil {
		return nil, err
	}
	m := &w.Match
	meta := record.Meta{Game: m.Game, Settings: m.Settings, Seed: m.Seed, PlayerSeeds: m.PlayerSeeds, Names: m.Names, Note: w.Note(source)}
	for seat, r := range w.Replace {
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
		if p[seat].player == nil || w.Replace[seat] != nil {
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
		t := p.turn(s)
		if s.Round() == w.Round {
			w.applyOrders(s, t)
		}
		t.Known = sim.KnownOrders | sim.KnownEvents
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
	w                            WhatIf
	runs                         int
	branch, original, score, end rollouts // see Value
}

func (w *WhatIf) NewEvaluation(dice int) (*Evaluation, error) {
	if err := w.Check(); err != nil {
		return nil, err
	}
	return &Evaluation{w: *w, runs: dice}, nil
}

// Next plays one pair of matches. It returns false if all are played or ctx is cancelled.
func (v *Evaluation) Next(ctx context.Context) bool {
	i := v.branch.n()
	if i >= v.runs {
		return false
	}
	m := &v.w.Match
	seed := seedOf(int(m.Seed), v.w.Round, i, 5)
	line := v.w.players()
	own := m.Players
	for seat := range own {
		if own[seat] == nil {
			own[seat] = line[seat]
		}
	}
	was, before := v.run(ctx, own, seed, false)
	with, score := was, before
	if v.w.describe() != "" {
		with, score = v.run(ctx, line, seed, true)
	}
	if ctx.Err() != nil {
		return false
	}
	v.branch.add(with)
	v.original.add(was)
	for seat := range before {
		v.score.seats[seat].add(float64(score[seat] - before[seat]))
		v.end.seats[seat].add(float64(before[seat]))
	}
	return true
}

func (v *Evaluation) run(ctx context.Context, line [sim.Seats]func() sim.Player, seed int32, changed bool) (won [sim.Seats]float64, scores [sim.Seats]int) {
	m := &v.w.Match
	b, p := m.boardAt(v.w.Round, seed), m.newPlayers(v.w.Round, line, seed)
	s := m.Record.State(v.w.Round)
	t := p.turn(s)
	if changed {
		v.w.applyOrders(s, t)
	}
	if b.Step(t) == nil {
		p.play(ctx, b, m.rounds(), m.rounds())
	}
	scores = b.State().Scores()
	return Shares(scores), scores
}

type Value struct {
	Runs          int
	Win, Original Mean // share of wins in the branch and in the match
	Score         Mean // branch score minus match score
	End           Mean // final score of the match
}

func (v *Evaluation) Value(seat int) Value {
	share := func(t *tally) Mean { // two imaginary runs, one of them won, avoid an error of 0
		n := float64(t.n)
		p := (t.sum + 1) / (n + 2)
		return Mean{t.mean(), math.Sqrt(p * (1 - p) / (n + 2)), t.n}
	}
	mean := func(t *tally) Mean { return Mean{t.mean(), math.Sqrt(t.variance()), t.n} }
	return Value{v.branch.n(), share(&v.branch.seats[seat]), share(&v.original.seats[seat]), mean(&v.score.seats[seat]), mean(&v.end.seats[seat])}
}

const branchOf = "branch of "

// Note describes in one line what the branch is based on and what it changes.
func (w *WhatIf) Note(source string) string {
	words := w.describe()
	if words == "" {
		words = "nothing else changed"
	}
	words = fmt.Sprintf("from round %d: %s", w.Round, words)
	note := w.Match.Note
	name, rest, named := strings.Cut(strings.TrimPrefix(note, `"`), `", `)
	if named && note[0] == '"' && strings.HasPrefix(rest, branchOf) {
		note = NoteWithParent(rest, name)
	}
	if strings.HasPrefix(note, branchOf) {
		return note + "; then " + words
	}
	if source == "" {
		source = fmt.Sprintf("seed %d", w.Match.Seed)
	}
	return branchOf + source + " " + words
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
		case w.Mute[seat]:
			parts = append(parts, w.Match.NameOf(seat)+" muted")
		case w.Replace[seat] != nil:
			parts = append(parts, w.Replace[seat].Name+" replaces "+w.Match.NameOf(seat))
		}
	}
	for _, o := range w.Orders {
		parts = append(parts, fmt.Sprintf("unit %d %s", o.Unit, w.Match.Game.AppendOrderText(nil, o)))
	}
	for _, id := range w.Idle {
		parts = append(parts, fmt.Sprintf("unit %d gets no order", id))
	}
	return strings.Join(parts, ", ")
}
