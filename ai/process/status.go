package process

import (
	"fmt"
	"os"
	"strings"
)

// Layer is one part of the protection around players.
type Layer struct {
	Name    string
	InForce bool
	About   string // what it does, or why it is missing and what helps
}

// Trial is something that a program in the sandbox tried to do.
type Trial struct {
	What    string // "read a file of yours"
	Refused bool
}

// Report says which layers this system offers, outermost first. Every layer
// that is in force protects all players with Auto and Require.
func Report() []Layer {
	return append(layers(), Layer{"time of an answer", true, "a player that does not answer is ended"})
}

// Warnings are lines that a user should see before programs of others run here.
func Warnings(mode Mode) []string {
	var list []string
	if mode == Off {
		list = append(list, "warning: players run without a sandbox: they may do whatever you may")
	}
	if os.Geteuid() == 0 {
		list = append(list, "warning: you are root: run players of others as an ordinary user")
	}
	return list
}

// InForce says in a few words how players are protected, for notes and for the
// first line of doctor: "landlock 7, seccomp, limits, cpu clock".
func InForce(mode Mode) string {
	var list []string
	for _, l := range layers() {
		if l.InForce && (mode != Off || !l.sandbox()) {
			list = append(list, l.Name)
		}
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// Names of the layers that are the sandbox proper.
const (
	landlockName = "landlock"
	seccompName  = "seccomp"
)

func (l Layer) sandbox() bool {
	return strings.HasPrefix(l.Name, landlockName) || l.Name == seccompName
}

// Check refuses a mode that this system cannot keep.
func (m Mode) Check() error {
	if m != Require {
		return nil
	}
	for _, l := range layers() {
		if l.sandbox() && !l.InForce {
			return fmt.Errorf("no full sandbox here (--sandbox auto takes what there is): %s is missing: %s", l.Name, l.About)
		}
	}
	return nil
}
