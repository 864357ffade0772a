// Package match plays matches: it asks the four players, keeps their budgets,
// steps the board and appends the rounds to a [record.Record].
//
//	m, err := match.New(ctx, game, spec, players) // the record has the first state
//	go watch(m.Record())                          // anyone may look while it grows
//	result, err := m.Run(ctx, match.Options{Res: file})
//
// [Play] does both at once. A [Spec] is all that is needed to play a match again, a
// [Result] what came of it; both can be written as JSON. In every round all four players
// are asked at once, those that are programs think at the same time, and their replies are
// applied in the order of the seats. A player that goes out ([sim.Out]) stops
// nothing, unless the match is strict: then Run returns a [StopError].
//
// A [Field] is the players of many matches, a [Batch] plays them on all cores, with [Parallel],
// and a [Table] sums them up. [Again] plays the match of a recording again, where all
// its players are built in: [Verify] compares the texts, and [Enrich] finds out what
// the recording does not say.
package match
