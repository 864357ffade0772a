package sandbox

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
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

// Check refuses a mode that this system cannot keep.
func (m Mode) Check() error {
	if missing := missingLayers(); m == Require && len(missing) > 0 {
		return fmt.Errorf("no full sandbox here (--sandbox auto takes what there is): %s is missing: %s", missing[0].Name, missing[0].About)
	}
	return nil
}

// Names of the layers that are the sandbox proper.
const (
	landlockName = "landlock"
	seccompName  = "seccomp"
)

// Layer is one part of the protection around players.
type Layer struct {
	Name    string
	InForce bool
	About   string // what it does, or why it is missing and what helps
}

func (l Layer) isolates() bool {
	return strings.HasPrefix(l.Name, landlockName) || l.Name == seccompName
}

// missingLayers are the layers of a full sandbox that this system does not offer.
func missingLayers() []Layer {
	return slices.DeleteFunc(systemLayers(), func(l Layer) bool { return !l.isolates() || l.InForce })
}

// Layers says which layers this system offers, outermost first. Every layer
// that is in force protects all players with Auto and Require.
func Layers() []Layer {
	return append(systemLayers(), Layer{"time of an answer", true, "a player that does not answer is ended"})
}

// InForce says in a few words how players are protected, for notes and for the
// first line of doctor: "landlock 7, seccomp, limits, cpu clock".
func InForce(mode Mode) string {
	var list []string
	for _, l := range systemLayers() {
		if l.InForce && (mode != Off || !l.isolates()) {
			list = append(list, l.Name)
		}
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// Warnings are lines that a user should see before programs of others run here: what does not keep
// them in. RootWarning is another.
func Warnings(mode Mode) []string {
	var list []string
	if missing := missingLayers(); mode == Off {
		list = append(list, "warning: players run without a sandbox: they may do whatever you may")
	} else if len(missing) > 0 {
		list = append(list, fmt.Sprintf("warning: players run without a full sandbox, since this system has no %s: they may do what you may (see game-tui doctor)", missing[0].Name))
	}
	return list
}

// RootWarning is a line that a user should see who runs programs of others as root, and empty for
// others.
func RootWarning() string {
	if os.Geteuid() == 0 {
		return "warning: you are root: run players of others as an ordinary user"
	}
	return ""
}

// Trial is something that a program in the sandbox tried to do.
type Trial struct {
	What    string // "read a file of yours"
	Refused bool
}

// InspectWord is the first argument with which Inspect starts this program again, to parse a file.
const InspectWord = "__inspect"
