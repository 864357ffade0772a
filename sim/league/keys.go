package league

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"game-tui/sim"
	"game-tui/sim/match"
)

// Key is what the seeds of the players come from where strangers' programs are ranked: a
// player that knew it could compute every die. It is secret until all of its tasks are played.
type Key [32]byte

// Keyed says that the seeds of the players come from a key, of so many blocks of a plan.
type Keyed struct {
	Seeds  int    `json:"seeds"`  // number of blocks, behind those of the keys before
	SHA256 string `json:"sha256"` // of the key, which tells nothing of it
}

// maxKeys bounds the keys of a plan.
const maxKeys = 1000

// ErrSecret says that a match cannot be played, because nobody here has the key that the seeds
// of its players come from.
var ErrSecret = errors.New("the seeds of its players come from a key, which is secret until all is played")

func newKey() (k Key) {
	_, _ = rand.Read(k[:]) // it never fails
	return k
}

func (k Key) sum() string {
	sum := sha256.Sum256(k[:])
	return hex.EncodeToString(sum[:])
}

// parseKey reads 64 hexadecimal digits.
func parseKey(text string) (k Key, err error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(k) {
		return k, fmt.Errorf("expected a key, of %d hexadecimal digits", hex.EncodedLen(len(k)))
	}
	return Key(b), nil
}

// AddKey makes a fresh key for the blocks of a plan that have none: their players get seeds
// that come from it. The plan, which is to be sealed afterwards, has its hash alone.
func (p *Plan) AddKey() Key {
	left := p.Seeds
	for _, k := range p.Keys {
		left -= k.Seeds
	}
	k := newKey()
	p.Keys = append(slices.Clip(p.Keys), Keyed{left, k.sum()})
	return k
}

// checkKeys says what is wrong with the keys of a plan.
func (p *Plan) checkKeys() error {
	if len(p.Keys) > 0 && p.Format < firstSums {
		return errors.New("the plan has keys, which its format does not know")
	}
	left, seen := p.Seeds, map[string]bool{}
	for _, k := range p.Keys {
		sum, err := hex.DecodeString(k.SHA256)
		if err != nil || len(sum) != sha256.Size || seen[k.SHA256] || k.Seeds < 1 || k.Seeds > left {
			return errors.New("the plan has a key that makes no sense")
		}
		seen[k.SHA256] = true
		left -= k.Seeds
	}
	if len(p.Keys) > maxKeys || len(p.Keys) > 0 && left > 0 {
		return fmt.Errorf("the plan has %d keys, which leave %d of its seeds", len(p.Keys), left)
	}
	return nil
}

// keyOf is the number of the key of a block; -1: it has none.
func (p *Plan) keyOf(block int) int {
	for i, k := range p.Keys {
		if block < k.Seeds {
			return i
		}
		block -= k.Seeds
	}
	return -1
}

// keyNumber is the number of a key of the plan; -1: it is none.
func (p *Plan) keyNumber(k Key) int {
	sum := k.sum()
	return slices.IndexFunc(p.Keys, func(e Keyed) bool { return e.SHA256 == sum })
}

// Know tells a schedule keys of its plan, so that ToPlay has what they are for.
func (s *Schedule) Know(keys ...Key) {
	for _, k := range keys {
		if i := s.plan.keyNumber(k); i >= 0 {
			s.keys[i] = &k
		}
	}
}

// KnowsAll reports whether ToPlay has the seeds of the players of all tasks.
func (s *Schedule) KnowsAll() bool { return !slices.Contains(s.keys, nil) }

// ToPlay returns task n, 0 ≤ n < Tasks, with the seeds of its players. Whoever plays a task gets
// it here, or from the machine that does.
func (s *Schedule) ToPlay(n int) Task {
	t := s.Task(n)
	if !t.Keyed {
		return t
	}
	if k := s.keys[s.plan.keyOf(t.Block)]; k != nil {
		t.Players = make([]sim.PlayerSeeds, len(t.Plays))
		for m := range t.Players {
			t.Players[m] = sim.KeyedSeeds(*k, t.Seed, t.N, m)
		}
	}
	return t
}

// Given returns task n with the seeds of its players as another machine has them: none where
// they are the kit's.
func (s *Schedule) Given(n int, players []sim.PlayerSeeds) (Task, error) {
	t, err := s.Find(n)
	if err != nil {
		return t, err
	}
	if t.Keyed && len(players) != len(t.Plays) || !t.Keyed && len(players) > 0 {
		return t, fmt.Errorf("task %d does not have the seeds of players of %d matches", n, len(players))
	}
	for _, p := range players {
		if slices.Min(p[:]) < 0 {
			return t, fmt.Errorf("task %d: %d is no seed", n, slices.Min(p[:]))
		}
	}
	t.Players = players
	return t, nil
}

// Seeds are those of match m of the task; ErrSecret where it comes from a key that is not known.
func (t *Task) Seeds(m int) (match.Seeds, error) {
	seeds := match.Seeds{Match: t.Seed}
	switch {
	case !t.Keyed:
	case m < len(t.Players):
		seeds.Players = &t.Players[m]
	default:
		return seeds, ErrSecret
	}
	return seeds, nil
}
