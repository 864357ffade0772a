// Package server shows matches over SSH: anyone may watch, nobody can touch. New makes a
// Server, and its Serve takes connections. It is a shell of package ui, and knows programs and
// no view.
//
//	source ─► audience ─► frames ─┐ shared by all who see the same
//	                              ├─► session ─► terminal
//	keys ─► ui.Program ───────────┘ what this watcher looks at
//
// An audience draws once for everybody who sees the same (ui.Format: the live edge of a match,
// or a tournament, in windows of one class and one palette), and publishes immutable frames
// with the difference to the one before. One goroutine per session owns a watcher's program
// and its terminal from the first byte to the last, and pulls what it shows: while that is
// what others see, too, the audience's frames, and else its own drawing. Nothing that draws or
// plays ever waits for a client.
//
// The words of this package:
//
//   - link: a TCP connection, from accept to close.
//   - session: what a link is for, from a shell or exec request to its end.
//   - watcher: a session with a terminal. It sees what others see, or it looks around in a
//     match on its own, for which it has one of the private places.
//   - stream: what is watched under one name, a match or one match after another,
//     with all who watch it. The hub holds the streams that somebody watches.
//   - home: the stream that watchers come to, where there is more than one match.
//   - audience: those of a stream whose programs have the same format, and what draws for
//     them.
//   - frame: one picture of an audience, with its difference to the one before.
//   - drawing: the picture of one watcher alone.
package server
