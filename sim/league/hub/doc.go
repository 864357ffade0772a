// Package hub plays a tournament on many machines. One of them, the coordinator,
// has the record and gives out tasks; workers ask for tasks, play them and hand in
// what came of them. Between them is a NATS server, which the coordinator runs
// itself (StartNode) or finds. The coordinator calls NewDispatcher and NewCoordinator, a worker Work.
// A Node does not listen. The caller of StartNode accepts connections, checks them, and connects each
// client with Node.Join.
//
// The server carries messages and keeps nothing: the record of package league is
// the only truth. A result is written there before its worker gets an answer, and a
// worker hands it in until it gets one. What was lost on the way is played
// again, what was played twice counts once, so that coordinator, workers and
// servers may end and come back in any order.
//
// Whatever comes from a worker is bounded and checked, and may be a lie. A
// worker, in its turn, takes from a coordinator a plan, files by their hashes and
// numbers of tasks, and nothing else.
package hub
