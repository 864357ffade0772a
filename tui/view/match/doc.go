// Package match implements the view of a match. Call [NewMatch], or [Compare] for two matches, and
// then [Match.View].
//
// A [Match] is shared by all viewers of a record. A [State] holds what one viewer has chosen, and
// implements [ui.View]. Equal states of a match in equal windows have equal screens.
//
// To draw or update, a state opens a scene, which holds the decoded round. Keys and other inputs
// call methods of actions, which change the state in their scene. Package page implements the pages
// over a match.
//
// The package uses no clock, goroutines or terminal.
package match
