// Package hub plays a tournament on many machines. The coordinator, which has the tournament file,
// calls [NewDispatcher] and [NewCoordinator]; workers call [Work]. Between them is a NATS server: one
// that exists, or a [Node] of the coordinator, whose caller accepts and checks connections.
//
// The server stores nothing. Workers lease tasks, play them, and submit results until the coordinator
// confirms that they are on disk. Lost tasks are leased again and repeated results count once, so
// coordinator, workers and servers may stop and restart in any order.
//
// Messages of workers are untrusted: they are bounded and checked, and a sample of the results is
// played again. A worker accepts only a plan, files with known hashes, and task numbers.
package hub
