package league

import (
	"errors"
	"math"

	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
)

// A Schedule computes the tasks of a plan, with their players' seeds if it has the plan's keys.
type Schedule struct {
	*schedule.Schedule
	plan *Plan
	keys map[string]*Key // by hash
}

func (p *Plan) Schedule() *Schedule {
	return &Schedule{p.Format.New(p.params()), p, map[string]*Key{}}
}

// amend sets the plan to one with more amendments.
func (s *Schedule) amend(p *Plan) {
	s.plan = p
	s.Seeds = p.Blocks()
}

// SetKey adds a key of the plan, so that KeyedTask can derive seeds.
func (s *Schedule) SetKey(k *Key) {
	if k != nil && s.plan.usesKey(k) {
		s.keys[k.hash()] = k
	}
}

func (s *Schedule) lastKey() *Key { return s.keys[s.plan.keyHash(math.MaxInt)] }

// KeyedTask returns task n, below Tasks(), with its players' seeds.
func (s *Schedule) KeyedTask(n int) schedule.Task {
	t := s.Task(n)
	if key := s.keys[s.plan.keyHash(t.Block)]; key != nil {
		seeds := keyedSeeds(*key, t.Seed, t.N)
		t.Players = &seeds
	}
	return t
}

// ErrSecret means that a match cannot be played without a key that is still secret.
var ErrSecret = errors.New("the seeds of its players come from a key, which is secret until the tournament is over")

// Seeds returns the seeds of a task.
func Seeds(t *schedule.Task) (match.Seeds, error) {
	if t.Keyed && t.Players == nil {
		return match.Seeds{}, ErrSecret
	}
	return match.Seeds{Match: t.Seed, Players: t.Players}, nil
}
