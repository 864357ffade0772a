package simtest

import "runtime"

// Work returns a sentence where rounds take more and more work, counted in bytes that are
// allocated: a match is then quadratic in its rounds. It runs while nothing else does, and
// only after [Faults] found nothing.
func Work(s Subject) []string {
	s.Quick = true
	x := &exam{Subject: s}
	x.play()
	t := x.tapes[0]
	b := x.board(t)
	quarter := len(t.turns) / 4
	var bytes [4]uint64
	for k := range 4 * quarter {
		turn := t.orders(k)
		bytes[k/quarter] += allocated(func() {
			_ = b.Step(turn)
			b.Clone()
			b.State()
		})
	}
	if first, last := bytes[0]/uint64(quarter), bytes[3]/uint64(quarter); last > 2*first+4096 {
		x.fault("a round takes more and more memory, %d bytes at the start of a match and %d at its end: boards and states must not keep what was", first, last)
	}
	return x.faults
}

// allocated is how many bytes a function allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
