// Package match is the spectator: all that one watcher looks at as a value, what
// keys, mouse and time do to it, and how it is drawn into cells.
//
//	key, mouse, tick, growth ─► Viewer.Update(State, Input) ─► State, Effect
//	                                                              │
//	                            Viewer.Draw(Grid, State) ─► cells ◄┘
//
// A [State] is what a watcher looks at; equal states of the same match give equal
// screens. Updating makes a new State and leaves the old one as it is. What
// cannot be done by changing a State, such as writing a file, comes back as an
// [Effect], which the shell around this package carries out: tui on the local
// terminal, tui/server over SSH. A shell declares in its [Shell] what it cannot do.
//
// A [Match] is what all who watch a record share. A [Viewer] is memory that updating
// and drawing need; it belongs to no watcher.
//
// All keys stand in one table, [Keys]: the handler, the help and the footer read it.
// What is read, typed or chosen (help, a list of events, a prompt, the lobby) is
// a page on top of the match; what shows of a round is drawn into cells directly,
// since watchers share it.
//
// There is no clock, no goroutine and no terminal in here: time comes as [Tick].
package match
