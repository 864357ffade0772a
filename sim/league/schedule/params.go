package schedule

import (
	"errors"
	"fmt"
	"math"

	"game-tui/sim"
	"game-tui/sim/lazy"
	"game-tui/sim/league/playoff"
)

const (
	MaxPlayers = 200
	MaxPlayoff = 1000 // with Dummies and stand-ins
	MaxTasks   = 4_000_000
)

// Params are the parts of a plan that determine its matches.
type Params struct {
	Players []string // names
	Seed    int32    // of block 0; block b plays Seed+b
	Seeds   int      // number of blocks
	Keyed   bool     // players' seeds come from a key
	Playoff *PlayoffRules
}

// PlayoffRules configure a play-off. The first Entries players of the plan start; the others are
// stand-ins or Dummies, in the order of StandIns.
type PlayoffRules struct {
	Entries  int       `json:"entries"`
	To       int       `json:"to"`     // players left at the end
	StandIns []StandIn `json:"stands"` // begins with the Dummy of round 1
}

// A StandIn lets a player replace an entry from a round on. The latest round counts, then the last
// StandIn.
type StandIn struct {
	Round int `json:"round"`
	Entry int `json:"entry"` // or playoff.Dummy for all Dummies
}

// PlayerFor returns the player for an entry, or for playoff.Dummy, in a round.
func (e *PlayoffRules) PlayerFor(entry, round int) int {
	player, since := entry, 0
	for i, s := range e.StandIns {
		if s.Entry == entry && s.Round <= round && s.Round >= since {
			player, since = e.Entries+i, s.Round
		}
	}
	return player
}

func (e *PlayoffRules) check(players int) error {
	if e == nil || e.Entries < 2 || e.To < 1 || e.To >= e.Entries || len(e.StandIns) == 0 || players != e.Entries+len(e.StandIns) {
		return errors.New("the plan's play-off does not fit its players")
	}
	for i, s := range e.StandIns {
		if s.Round < 1 || s.Entry < playoff.Dummy || s.Entry >= e.Entries || i == 0 && s != (StandIn{1, playoff.Dummy}) {
			return fmt.Errorf("the plan has an invalid stand-in for entry %d from round %d", s.Entry, s.Round)
		}
	}
	return nil
}

// dummyName matches the kits' Dummies, but no folders of students.
var dummyName = lazy.Regexp(`(?i)^(?:AI)?Dummy(?:\.exe)?(?:-\d+)?$`)

func IsDummy(name string) bool { return dummyName().MatchString(name) }

// Dummies reports which entries fill up groups in the play-off, by name. It returns nil if fewer
// than four others play.
func Dummies(names []string) []bool {
	list, others := make([]bool, len(names)), 0
	for i, name := range names {
		if list[i] = IsDummy(name); !list[i] {
			others++
		}
	}
	if others < sim.Seats || others == len(list) {
		return nil
	}
	return list
}

func (p *Params) maxBlocks(tasksPerSeed int) int {
	return int(min(MaxTasks/int64(tasksPerSeed), math.MaxInt32-int64(p.Seed)+1))
}
