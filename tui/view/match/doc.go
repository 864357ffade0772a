// Package match is the view of a match: a [State] is what one viewer chose, and implements
// [ui.View].
//
// Start with [NewMatch], or [Compare] for two matches, and [Match.View]. A Match is shared by all
// viewers of a record. Equal states of a match in equal windows give equal screens.
//
// For a draw or an update a state opens a scene, which has the shown round decoded. Keys and other
// inputs are methods of actions, which change the state of their scene. The pages over a match are
// in package page.
//
// The package has no clock, goroutine or terminal.
package match
