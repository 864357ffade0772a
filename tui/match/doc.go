// Package match shows a match: what one watcher looks at as a value, what keys, mouse and
// time do to it, and how it is drawn into cells.
//
// A [MatchNumber] is what all who watch a record share, a [State] what one of them looks at: a
// view of a program ([ui.View]). Equal states of the same match give equal screens. What
// updating and drawing need is memory that belongs to no watcher, and is borrowed from the
// match.
//
// What is read, listed, found and chosen of a match is in package page. What shows of a
// round is drawn into cells directly, since watchers share it.
//
// To read: match.go and state.go are what there is; view.go is a state as a view; keys.go is
// the table of keys, of which time.go, highlights.go, events.go, cursor.go, sidepanel.go, charts.go,
// comparing.go and actions.go do the keys; update.go is all else that comes in and what both use to change a
// state, mouse.go with it; branches.go keeps what was played on.
// viewer.go and panelinfo.go make of rounds what is drawn, layout.go says where, and draw.go,
// heading.go, sidepanel.go, charts.go, end.go, comparing.go and help.go draw.
//
// There is no clock, no goroutine and no terminal in here.
package match
