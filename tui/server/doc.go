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
package server
