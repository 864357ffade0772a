// Package server shows matches over SSH: anyone may watch, nobody can touch.
//
//	record ─► gallery ─► frames ─┐ shared by all who look at the same thing
//	                          ├─► session ─► terminal
//	keys ─► watch.State ──────┘ what this watcher looks at
//
// A gallery draws the live edge of a match once for everybody with the same
// window class, zoom and palette, and publishes immutable frames with the
// difference to the one before. One goroutine per session owns a watcher's state and
// its terminal from the first byte to the last, and pulls what it shows: while the
// state is that of all who follow, the gallery's frames, and else its own drawing.
// Nothing that draws or plays ever waits for a client.
//
// The words of this package:
//
//   - link: a TCP connection, from accept to close.
//   - session: what a link is for, from a shell or exec request to its end.
//   - watcher: a session with a terminal. It follows, or it looks around on its own
//     (it is private), or it is in the lobby.
//   - stream: what is watched under one name, a match or one match after another,
//     with all who watch it. The hub holds the streams that somebody watches.
//   - gallery: those of a stream who follow with the same watch.Format (window class,
//     zoom and palette), and what draws for them.
//   - frame: one picture of a gallery, with its difference to the one before.
//   - drawing: the picture of one private watcher.
package server
