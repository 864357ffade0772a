// Package match plays matches: it asks the four players, keeps their budgets,
// steps the board and appends the rounds to a [record.Record].
//
//	m, err := match.New(ctx, game, spec, players) // the record has the first state
//	go watch(m.Record())                          // anyone may look while it grows
//	result, err := m.Run(ctx, match.Options{Res: file})
//
// [Play] does both at once. A [Spec] is all that is needed to play a match again, a
// [Result] what came of it; both can be written as JSON. In every round all four players
// are asked at once, those that are programs think at the same time, and their replies are
// applied in the order of the seats. A player that goes out ([sim.Out]) stops
// nothing, unless the match is strict: then Run returns a [StopError].
//
// A [Field] is the players of many matches, a [Batch] plays them on all cores, with [Parallel],
// and a [Table] sums them up. [Again] plays the match of a recording again, where all
// its players are built in: [Verify] compares the texts, and [Enrich] finds out what
// the recording does not say.
package match

import (
	"cmp"
	"time"

	"game-tui/sim"
)

// Spec is all that is needed to play a match again.
type Spec struct {
	Engine string `json:"engine,omitempty"` // version of the program that played it
	Game   string `json:"game"`
	Config string `json:"config"` // the whole configuration: settings and generator
	Seed   int32  `json:"seed"`
	// PlayerSeeds are the seeds of the players' own generators; nil: those of the kit.
	PlayerSeeds *sim.PlayerSeeds `json:"player_seeds,omitempty"`
	Players     [sim.Seats]Seat  `json:"players"`
	Limits      sim.Limits       `json:"limits"`
	Sandbox     string           `json:"sandbox,omitempty"` // what kept programs in
	Strict      bool             `json:"strict,omitempty"`  // stop where a player breaks the rules, as the official programs do
	Clock       bool             `json:"clock,omitempty"`   // states show the used fraction of the CPU budget
	Pace        float64          `json:"pace,omitempty"`    // at most that many rounds a second; 0: as fast as it goes
}

// Seat says who plays a seat.
type Seat struct {
	Name  string `json:"name"`            // as given: a built-in player's name, or a program
	Shown string `json:"shown,omitempty"` // what a program is called until it says its own name
	Hash  string `json:"hash,omitempty"`  // SHA-256 of a program
	// Folder is what the folder is called in which a program lies that is named by it. Who looks at the
	// match sees it; a recording has the name that the player gives itself.
	Folder string `json:"folder,omitempty"`
}

// IsProgram reports whether a program plays the seat, and no built-in player.
func (s Seat) IsProgram() bool { return s.Shown != "" }

// Title is what the player is called until it says better.
func (s Seat) Title() string { return cmp.Or(s.Shown, s.Name) }

// Result is what came of a match.
type Result struct {
	Spec    Spec                     `json:"spec"`
	Names   [sim.Seats]string        `json:"names"` // as the recording shows them
	Scores  [sim.Seats]int           `json:"scores"`
	Winners []int                    `json:"winners"` // seats with the highest final score; empty if the match stopped early
	Outs    [sim.Seats]*sim.Out      `json:"outs"`
	CPU     [sim.Seats]time.Duration `json:"cpu_ns"`
	Rounds  int                      `json:"rounds"`            // rounds played
	Leads   int                      `json:"lead_changes"`      // how often another player took the lead
	Stopped string                   `json:"stopped,omitempty"` // why it ended before its last round
	SHA256  string                   `json:"sha256,omitempty"`  // of the recording
	Bytes   int64                    `json:"bytes,omitempty"`   // of the recording
}
