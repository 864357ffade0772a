// Package ui is the program on the screen, whatever it shows: what every view has, once.
//
//	key, mouse, tick, growth ─► Program.Update(Input) ─► Program, Effect
//	                                                        │
//	                                 Program.Draw(Grid) ◄───┘
//
// A [Built] is all that one watcher looks at, as a value: a window, views and the pages
// over them. Equal programs give equal screens. Updating makes a new one and leaves the old
// one as it is. Match, tournament and the list of matches are views: each is a [View], a
// value that says how it changes and how it is drawn, and which keys count in it.
//
// What the program has of its own is the same in all views: the window and its colours, a
// notice, the table of keys with the handler, the help and the row of keys that read it,
// lists, inputs, pages that are read, requests to the shell, and the way back to the view
// from which another one was opened.
//
// What cannot be done by making another value, such as writing a file, is an [Effect]. The
// shell around the program carries it out: tui on the local terminal, tui/server over SSH.
// A shell knows programs and no views.
//
// There is no clock, no goroutine and no terminal in here: time comes as [Tick].
package ui
