// Package server shows matches over SSH: anyone may watch, nobody can touch.
//
//	log ─► gallery ─► frames ─┐ shared by all who look at the same thing
//	                          ├─► session ─► terminal
//	keys ─► private program ──┘ one watcher's own view
//
// A gallery draws the live edge of a match once for everybody with the same
// window class, zoom and colours, and publishes immutable frames with the
// difference to the one before. One goroutine per session owns a terminal from
// its first byte to its last and pulls what it shows; nothing that draws or
// plays ever waits for a client. The first key that changes what a watcher sees
// starts a Bubble Tea program for it alone.
package server
