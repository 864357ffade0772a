// Package match plays matches. In each round it asks four players for orders, steps the board, and
// appends the round to a record.
//
//	m, err := match.New(ctx, game, spec, players)
//	go watch(m.Record()) // the record grows during Run
//	result, err := m.Run(ctx, match.Options{Recording: file})
//
// When a player goes out, the match continues, unless it is strict. A [Batch] plays many matches on
// all cores. [Verify] and [Enrich] replay recordings of built-in players.
package match

import (
	"cmp"
	"time"

	"game-tui/sim"
)

// A Spec holds everything that is needed to play a match again.
type Spec struct {
	EngineVersion string `json:"engine,omitempty"` // version of this program
	Game          string `json:"game"`
	Config        string `json:"config"` // text of the settings and generator
	Seed          int32  `json:"seed"`
	// PlayerSeeds is nil if the players use the kit's seeds.
	PlayerSeeds *sim.PlayerSeeds      `json:"player_seeds,omitempty"`
	Players     [sim.Seats]PlayerSpec `json:"players"`
	Limits      sim.Limits            `json:"limits"`
	Sandbox     string                `json:"sandbox,omitempty"`
	Strict      bool                  `json:"strict,omitempty"` // whether the first failure stops the match
	ShowClock   bool                  `json:"clock,omitempty"`  // whether states show the used share of the CPU budget
	Pace        float64               `json:"pace,omitempty"`   // maximum rounds per second; 0 means no limit
}

type PlayerSpec struct {
	Name        string `json:"name"`            // name of a built-in player, or a program as given by the user
	DisplayName string `json:"shown,omitempty"` // name to show until a program reports its own
	Hash        string `json:"hash,omitempty"`
	// Folder is the name of the program's folder if viewers see the program by that name, or "".
	Folder string `json:"folder,omitempty"`
}

func (s PlayerSpec) IsProgram() bool { return s.DisplayName != "" }

// InitialName returns the name to show until the player reports its own.
func (s PlayerSpec) InitialName() string { return cmp.Or(s.DisplayName, s.Name) }

type Result struct {
	Spec        Spec                     `json:"spec"`
	Names       [sim.Seats]string        `json:"names"`
	Scores      [sim.Seats]int           `json:"scores"`
	Winners     []int                    `json:"winners"` // winning seats; empty if the match stopped early
	Failures    [sim.Seats]*sim.Failure  `json:"outs"`
	CPU         [sim.Seats]time.Duration `json:"cpu_ns"`
	Rounds      int                      `json:"rounds"`
	LeadChanges int                      `json:"lead_changes"`      // how often the sole leader changed
	StopReason  string                   `json:"stopped,omitempty"` // why the match stopped early, or ""
	SHA256      string                   `json:"sha256,omitempty"`
	Bytes       int64                    `json:"bytes,omitempty"`
}
