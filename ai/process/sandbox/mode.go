// Package sandbox starts untrusted programs, limits their resources and measures them.
//
//	process, err := sandbox.Start(program, sandbox.Options{Limits: limits, Mode: sandbox.Auto})
//	defer process.Close()
//
// On Linux, this binary starts itself, sets up the sandbox in package launch and executes the
// program. A player can only read its own files and system libraries, and has no network access. A
// compiler may also write to one folder and run its toolchain. Other systems have no sandbox.
// [Layers] lists which protections are missing.
package sandbox

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

type Mode uint8

const (
	Auto Mode = iota // uses every layer that the system supports
	Off
	Require // refuses to start players without the full sandbox
)

func (m *Mode) Set(word string) error {
	for *m = Auto; *m <= Require; *m++ {
		if word == m.String() {
			return nil
		}
	}
	return errors.New("expected auto, off or require")
}

func (m Mode) String() string { return [...]string{"auto", "off", "require"}[m] }

func (Mode) Type() string { return "string" }

// Check returns an error if this system does not support m.
func (m Mode) Check() error {
	if missing := missingLayers(); m == Require && len(missing) > 0 {
		return fmt.Errorf("no full sandbox here (--sandbox auto uses what is available); %s is missing: %s", missing[0].Name, missing[0].About)
	}
	return nil
}

// A Layer is one mechanism of the sandbox.
type Layer struct {
	Name    string
	InForce bool
	About   string // what the layer does, or how to get it

	isolates bool
}

func missingLayers() []Layer {
	return slices.DeleteFunc(systemLayers(), func(l Layer) bool { return !l.isolates || l.InForce })
}

// Layers returns the sandbox layers of this system.
func Layers() []Layer {
	return append(systemLayers(), Layer{"answer time", true, "kills players that do not answer", false})
}

// LayersInForce returns the layers that a mode uses, such as "landlock 7, seccomp, limits, cpu
// clock".
func LayersInForce(mode Mode) string {
	var list []string
	for _, l := range systemLayers() {
		if l.InForce && (mode != Off || !l.isolates) {
			list = append(list, l.Name)
		}
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// Warnings returns the warnings to print before running untrusted players.
func Warnings(mode Mode) []string {
	var list []string
	if missing := missingLayers(); mode == Off {
		list = append(list, "warning: players run without a sandbox and can do everything you can")
	} else if len(missing) > 0 {
		list = append(list, fmt.Sprintf("warning: players run without a full sandbox and with your permissions, because this system has no %s (see game-tui doctor)", missing[0].Name))
	}
	return list
}

// RootWarning returns a warning if the current user is root.
func RootWarning() string {
	if os.Geteuid() == 0 {
		return "warning: running as root; run other people's players as an ordinary user"
	}
	return ""
}

// An EscapeAttempt is one attempt to escape the sandbox.
type EscapeAttempt struct {
	Action  string // the attempt, such as "read one of your files"
	Refused bool
}
