// Package match plays matches. In each round it asks four players for orders, steps the board, and
// appends the round to a record.
//
//	m, err := match.New(ctx, game, spec, players)
//	go watch(m.Record()) // the record grows during Run
//	result, err := m.Run(ctx, match.Options{Res: file})
//
// A player that goes out does not stop the match, unless it is strict. A [Batch] plays many matches
// on all cores. [Verify] and [Enrich] play recordings of built-in players again.
package match

import (
	"cmp"
	"time"

	"game-tui/sim"
)

// A Spec holds all that is needed to play a match again.
type Spec struct {
	Engine string `json:"engine,omitempty"` // version of the program
	Game   string `json:"game"`
	Config string `json:"config"` // settings and generator
	Seed   int32  `json:"seed"`
	// nil means the kit's seeds
	PlayerSeeds *sim.PlayerSeeds      `json:"player_seeds,omitempty"`
	Players     [sim.Seats]PlayerSpec `json:"players"`
	Limits      sim.Limits            `json:"limits"`
	Sandbox     string                `json:"sandbox,omitempty"` // of programs
	Strict      bool                  `json:"strict,omitempty"`  // stop when a player goes out, like the official programs
	Clock       bool                  `json:"clock,omitempty"`   // states show the used fraction of the CPU budget
	Pace        float64               `json:"pace,omitempty"`    // most rounds per second; 0 means no bound
}

type PlayerSpec struct {
	Name        string `json:"name"`            // built-in player or program, as given
	DisplayName string `json:"shown,omitempty"` // shown until a program reports its name
	Hash        string `json:"hash,omitempty"`  // SHA-256 of a program
	// Folder is the name of a program's folder, if viewers see the program under it.
	Folder string `json:"folder,omitempty"`
}

func (s PlayerSpec) IsProgram() bool { return s.DisplayName != "" }

// Title returns the name to show until the player reports its own.
func (s PlayerSpec) Title() string { return cmp.Or(s.DisplayName, s.Name) }

type Result struct {
	Spec    Spec                     `json:"spec"`
	Names   [sim.Seats]string        `json:"names"` // as in the recording
	Scores  [sim.Seats]int           `json:"scores"`
	Winners []int                    `json:"winners"` // empty if the match stopped early
	Outs    [sim.Seats]*sim.Failure  `json:"outs"`
	CPU     [sim.Seats]time.Duration `json:"cpu_ns"`
	Rounds  int                      `json:"rounds"`
	Leads   int                      `json:"lead_changes"`      // changes of the sole leader
	Stopped string                   `json:"stopped,omitempty"` // why it ended early
	SHA256  string                   `json:"sha256,omitempty"`  // of the recording
	Bytes   int64                    `json:"bytes,omitempty"`   // of the recording
}
