package process

import (
	"errors"
	"time"

	"game-tui/sim"
)

// Limits that are part of the protocol and hold always.
const (
	maxHeader = 256
	maxReply  = 1 << 20
	maxName   = sim.MaxName
)

// Starting is not charged to a player's budget, so it has limits of its own.
const (
	startCPU  = time.Second
	startWall = 15 * time.Second // much of which it may wait for a busy machine
)

// Mode says how much isolation a player gets.
type Mode uint8

// The modes of --sandbox.
const (
	Auto    Mode = iota // what the system offers
	Off                 // none
	Require             // all of it, or the player does not start
)

// Set reads the value of --sandbox.
func (m *Mode) Set(word string) error {
	for *m = Auto; *m <= Require; *m++ {
		if word == m.String() {
			return nil
		}
	}
	return errors.New("expected auto, off or require")
}

func (m Mode) String() string { return [...]string{"auto", "off", "require"}[m] }

// Type is that of a flag.
func (Mode) Type() string { return "string" }

// Spec says which program plays, and under which rules.
type Spec struct {
	Command Command
	Limits  sim.Limits
	Sandbox Mode
}

// Check finds out without starting anything whether the program is there and
// can be run as the spec asks. Its error says what to do.
func (s Spec) Check() error {
	if err := s.Sandbox.Check(); err != nil {
		return err
	}
	p, err := s.resolve()
	if err == nil {
		p.release()
	}
	return err
}

// New makes a player of the program. Every match needs a new one.
func New(s Spec) sim.Starter { return newPlayer(s) }

func newPlayer(s Spec) *player {
	return &player{spec: s, startCPU: startCPU, stderr: &stderrLog{}, clock: time.Now}
}
