// Package ui runs the views of one viewer without a terminal.
//
//	key, mouse, tick, growth ─► Program.Update(Input) ─► Program, Effect
//	                                     │
//	                            Program.Draw(Grid)
//
// A [Program] holds everything that one viewer sees: a window, views, and pages on top of them.
// [Program.Update] returns a new Program and an [Effect], such as writing a file, for the shell
// (tui/terminal or tui/sshd). Each kind of view implements [View]. The package uses no clock,
// goroutines or terminal; a [Tick] reports that time has passed.
package ui
