package chance

import (
	"errors"

	"game-tui/sim"
	"game-tui/sim/record"
)

// Match is a match that is looked at.
type Match struct {
	record.Meta
	Record *record.Record // may grow meanwhile
	// Players make the players of the seats; nil: no player of this program has that
	// name, and nobody can say how it would have played on.
	Players [sim.Seats]func() sim.Player
	// Reference is the player that others' pace is measured against; nil: it is not
	// measured.
	Reference *sim.Builtin
}

// NewMatch is the match of a record. Who plays is known where find has a player of that name.
func NewMatch(rec *record.Record, find func(game, name string) (sim.Builtin, bool)) Match {
	m := Match{Meta: *rec.Meta(), Record: rec}
	for seat, name := range m.Names {
		if b, ok := find(m.Game.Name(), name); ok {
			m.Players[seat] = b.New
		}
	}
	return m
}

// ErrNoTable says that no table was fitted for a game.
var ErrNoTable = errors.New("no table of win chances was fitted for this game: make fit does it")

// Estimate reports whether somebody plays who is no player of this program: only the
// table can tell chances then.
func (m *Match) Estimate() bool {
	for _, p := range m.Players {
		if p == nil {
			return true
		}
	}
	return false
}

// NameOf names a seat: by its player, and by its number where the same one plays twice.
func (m *Match) NameOf(seat int) string { return record.Apart(m.Names)[seat] }

func (m *Match) rounds() int { return m.Settings.Rounds() }

// short is how many rounds a short rollout plays.
func (m *Match) short() int { return max(m.rounds()/10, 1) }

// nearEnd reports whether rollouts from a round go to the end of the match: it is no farther than
// two short ones.
func (m *Match) nearEnd(round int) bool { return m.rounds()-round <= 2*m.short() }

// seedOf mixes numbers into the seed of a rollout.
func seedOf(numbers ...int) int32 {
	h := uint64(14695981039346656037)
	for _, n := range numbers {
		h = (h ^ uint64(uint32(n))) * 1099511628211
		h ^= h >> 29
	}
	return int32(h >> 33)
}
