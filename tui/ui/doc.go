// Package ui is the program on the screen, with everything that all views share.
//
//	key, mouse, tick, growth ─► Program.Update(Input) ─► Program, Effect
//	                                     │
//	                            Program.Draw(Grid)
//
// A [Program] is all that one viewer sees, as a value: a window, views, and pages on top of them.
// Equal programs give equal screens. Update returns a new program. Match, tournament and lobby are
// views; each implements [View].
//
// The program provides the window and its colours, notices, key tables with help and footer, lists,
// prompts, text pages, requests to the shell, and the way back to earlier views. An [Effect], such
// as writing a file, is carried out by the shell: tui on the local terminal, tui/sshd over SSH.
// There is no clock, goroutine or terminal in this package; time passes with [Tick].
package ui
