// Package ui runs the views of one viewer without a terminal.
//
//	key, mouse, tick, growth ─► Program.Update(Input) ─► Program, Effect
//	                                     │
//	                            Program.Draw(Grid)
//
// A [Program] holds everything that one viewer sees: a window, views, and pages on top of them.
// [Program.Update] returns a new Program and an [Effect] for the shell (tui/terminal or tui/sshd),
// such as a request to write a file. Each kind of view implements [View]. The package uses no
// clock, goroutines or terminal; the shell sends a [Tick] when time has passed.
package ui
