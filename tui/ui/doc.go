// Package ui is the part of the screen that all views share.
//
//	key, mouse, tick, growth ─► Program.Update(Input) ─► Program, Effect
//	                                     │
//	                            Program.Draw(Grid)
//
// A [Program] is all that one viewer sees, as a value: a window, views, and pages on top of them.
// Update returns a new program and an [Effect], such as writing a file, for the shell to carry out:
// tui/terminal or tui/sshd. Match, tournament and lobby are views; each implements [View]. The
// package has no clock, goroutine or terminal; time passes with [Tick].
package ui
