package winchance

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
)

// A Match is the input of an analysis.
type Match struct {
	record.Meta
	Record *record.Record // may be growing
	// Players create the players of the seats. They are nil for players that are not built in.
	Players [sim.Seats]func() sim.Player
	// Reference is the player that pace is measured against, or nil.
	Reference *sim.Builtin
}

// NewMatch returns the match of a record; find returns built-in players.
func NewMatch(rec *record.Record, find func(game, name string) (sim.Builtin, bool)) Match {
	m := Match{Meta: *rec.Meta(), Record: rec}
	for seat, name := range m.Names {
		if b, ok := find(m.Game.Name(), name); ok {
			m.Players[seat] = b.New
		}
	}
	return m
}

func (m *Match) noRollouts() string {
	switch {
	case m.Record.Incomplete():
		return "rounds of the recording are missing"
	case m.hasExternal():
		return "a player is not built in"
	}
	return ""
}

// OnlyEstimate reports whether rollouts are impossible, because a player is not built in or rounds
// are missing.
func (m *Match) OnlyEstimate() bool { return m.noRollouts() != "" }

func (m *Match) hasExternal() bool {
	return slices.ContainsFunc(m.Players[:], func(p func() sim.Player) bool { return p == nil })
}

// NameOf returns the name of a seat's player, with the seat if it is not unique.
func (m *Match) NameOf(seat int) string { return record.UniqueNames(m.Names)[seat] }

func (m *Match) rounds() int { return m.Settings.Rounds() }

func (m *Match) shortRounds() int { return max(m.rounds()/10, 1) }

func (m *Match) nearEnd(round int) bool { return m.rounds()-round <= 2*m.shortRounds() }

func seedOf(numbers ...int) int32 {
	h := uint64(14695981039346656037)
	for _, n := range numbers {
		h = (h ^ uint64(uint32(n))) * 1099511628211
		h ^= h >> 29
	}
	return int32(h >> 33)
}
