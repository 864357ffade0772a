// Package match shows a match: what one watcher looks at as a value, what keys, mouse and
// time do to it, and how it is drawn into cells.
//
// A [Match] is what all who watch a record share, a [State] what one of them looks at: a
// view of a program ([ui.View]). Equal states of the same match give equal screens. What
// updating and drawing need is memory that belongs to no watcher, and is borrowed from the
// match.
//
// What is read, listed, found and chosen of a match is in package page. What shows of a
// round is drawn into cells directly, since watchers share it.
//
// There is no clock, no goroutine and no terminal in here.
package match
