// Package launch makes this binary the launcher of players: started again with
// word and a Plan, it lowers its limits, closes a sandbox around itself and
// becomes the player.
//
// It does so in its initialization, so every program that imports it can launch,
// and before most other packages are initialized: one that a terminal program
// needs takes 20 ms of processor time for it, which every player would pay.
// For that this package imports little.
package launch

import (
	"encoding/json"
	"fmt"
	"os"
)

// word is the first argument of a launcher; the second one is a Plan.
const word = "__launch"

// Plan is what the launcher does before it becomes the player. What names could
// be changed by others is given as descriptors, which the launcher has inherited
// open; the player does not get them.
type Plan struct {
	Path string   `json:"path"`
	Argv []string `json:"argv"`
	Dir  int      `json:"dir,omitempty"` // descriptor of the folder where it runs; 0 where this process does

	CPU    uint64 `json:"cpu,omitempty"`    // whole seconds, a backstop should the engine end; 0 no limit
	Memory uint64 `json:"memory,omitempty"` // bytes, the stack included; 0 no limit

	// Limits of a judge, 0 where there is none: bytes that are mapped, in place of Memory; of the stack; and of
	// a file where any is written; and processes.
	AddressSpace uint64 `json:"address_space,omitempty"`
	Stack        uint64 `json:"stack,omitempty"`
	FileSize     uint64 `json:"file_size,omitempty"`
	Processes    uint64 `json:"processes,omitempty"`

	Landlock  bool     `json:"landlock,omitempty"`
	File      int      `json:"file,omitempty"`      // descriptor of the file at Path, to execute and read
	Read      []int    `json:"read,omitempty"`      // descriptors of files and folders to read
	System    []string `json:"system,omitempty"`    // the system's files and folders, to read
	Libraries []string `json:"libraries,omitempty"` // the system's, to read where the player needs any

	Seccomp bool `json:"seccomp,omitempty"`
	// Threads says that the player is an interpreter, which may start some, whose stacks are as
	// large as the player's: it is given a small one. It gives no rights.
	Threads bool `json:"threads,omitempty"`
}

// Needed reports whether there is anything to do before the player is executed.
func (p *Plan) Needed() bool {
	return p.Landlock || p.Seccomp || p.CPU > 0 || p.Memory > 0 || p.AddressSpace > 0 || p.Stack > 0 || p.FileSize > 0 || p.Processes > 0 || p.Dir != 0
}

// Arguments are those of the launcher, its own name first.
func (p *Plan) Arguments() ([]string, error) {
	text, err := json.Marshal(p)
	return []string{"game-tui", word, string(text)}, err
}

func init() {
	if len(os.Args) != 3 || os.Args[1] != word {
		return
	}
	var p Plan
	err := json.Unmarshal([]byte(os.Args[2]), &p)
	if err == nil {
		err = p.become()
	}
	fmt.Fprintln(os.Stderr, "game-tui: cannot start the player:", err)
	os.Exit(126)
}
