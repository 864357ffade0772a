// Package process makes a player of any program: it starts it, speaks the
// protocol of PROTOCOL.md with it over pipes, holds it to its limits and keeps
// it away from everything else.
//
//	cmd, ok, err := process.Parse(word) // such as "cmd:python3 bot.py"; ok: the word of a seat means a program
//	player := process.New(process.Spec{Command: cmd, Limits: sim.DefaultLimits, Sandbox: process.Auto})
//	name, out := player.Start(ctx, init)
//	reply := player.Play(ctx, query) // once a round; reply.Out says why the player is out
//	player.Close()
//
// What a player may execute and read is found in one place, resolve and newPlan,
// of words that the user typed, PATH and the system's folders; what the player's own
// files say, and words that others chose, choose among these and add nothing.
//
// A player is started by running this binary again, which closes the sandbox
// around itself and then becomes the player (package launch). Where that is not
// possible the player runs without a sandbox; Report says what is in force.
package process

import _ "embed" // PROTOCOL.md

// Protocol is the page that describes the protocol to those who write players.
//
//go:embed PROTOCOL.md
var Protocol string
