// Package ui runs the views of one viewer without a terminal.
//
//	key, mouse, tick, growth ─► Program.Update(Input) ─► Program, Effect
//	                                     │
//	                            Program.Draw(Grid)
//
// A [Program] holds everything that one viewer sees: a window, views, and pages on top of them.
// Update returns a new Program and an [Effect], such as writing a file, which the shell
// (tui/terminal or tui/sshd) carries out. Each kind of view implements [View]. The package uses no
// clock, goroutines or terminal; time passes with [Tick].
package ui
