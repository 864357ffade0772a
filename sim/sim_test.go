package sim

import "testing"

// step advances the generator by one step. Each draw uses two steps.
func (r *Rand) step() { r.s = (843314861*r.s + 453816693) & randMask }

func TestRandHasTheOfficialStates(t *testing.T) {
	t.Parallel()
	want := []int64{2130942395, 673597140, 1987462841, 1968915066, 1434966503, 414444688,
		1000730309, 1429166742, 777718995, 2116034060}
	r := NewRand(30)
	for i, w := range want {
		r.step()
		if r.State() != w {
			t.Fatalf("state %d is %d, want %d", i, r.State(), w)
		}
	}
}

func TestRandDrawsTheOfficialNumbers(t *testing.T) {
	t.Parallel()
	r := NewRand(30)
	for i, w := range []int{3, 9, 1, 6, 9, 1, 0, 5, 2, 6, 2, 1} {
		if got := r.Random(0, 9); got != w {
			t.Fatalf("draw %d is %d, want %d", i, got, w)
		}
	}
	r = NewRand(1)
	for i, w := range []int{7965, 983212, 413879, 685057, 665607} {
		if got := r.Random(1, 1_000_000); got != w {
			t.Fatalf("wide draw %d is %d, want %d", i, got, w)
		}
	}
}

func TestPermutationIsTheOfficialOne(t *testing.T) {
	t.Parallel()
	r := NewRand(30)
	want := []int32{3, 9, 0, 7, 1, 5, 6, 8, 2, 4}
	got := r.Permutation(10, nil)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("permutation is %v, want %v", got, want)
		}
	}
	before := r.State()
	for _, n := range []int{0, -1, 1_000_001} {
		if p := r.Permutation(n, nil); len(p) != 0 || r.State() != before {
			t.Errorf("Permutation(%d): got %d values and state %d, want none and %d", n, len(p), r.State(), before)
		}
	}
}

func TestRandKeepsItsStateForEmptyAndWideIntervals(t *testing.T) {
	t.Parallel()
	r := NewRand(7)
	before := r.State()
	if got := r.Random(5, 4); got != 5 || r.State() != before {
		t.Errorf("empty interval: got %d and state %d, want 5 and %d", got, r.State(), before)
	}
	if got := r.Random(-3, 999_998); got != -3 || r.State() != before {
		t.Errorf("wide interval: got %d and state %d, want -3 and %d", got, r.State(), before)
	}
	two := NewRand(7)
	two.step()
	two.step()
	if got := r.Random(9, 9); got != 9 || r.State() != two.State() {
		t.Errorf("single value: %d, state %d, want %d", got, r.State(), two.State())
	}
}

func TestSeedsAreTakenAsAbsoluteValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seed int32
		want int64
	}{{0, 0}, {-5, 5}, {5, 5}, {-1 << 31, 0}, {1<<31 - 1, 1<<31 - 1}} {
		if r := NewRand(c.seed); r.State() != c.want {
			t.Errorf("seed %d: state %d, want %d", c.seed, r.State(), c.want)
		}
	}
	want := [Seats]int64{0, 2147483647, 2147483646, 2147483645}
	for p, w := range want {
		if r := NewRand(PlayerSeed(2147483647, p)); r.State() != w {
			t.Errorf("seat %d of the largest seed: state %d, want %d", p, r.State(), w)
		}
	}
}

func TestOrdersKeepTheFirstOfAUnitAndCountAll(t *testing.T) {
	t.Parallel()
	var o Orders
	for _, unit := range []int32{3, 3, -1, -1, 70_000, 70_000, 4095, 4096, 4096} {
		o.Give(Order{Unit: unit, Kind: 'm'})
	}
	if got := len(o.List()); got != 5 || o.Calls() != 9 {
		t.Errorf("%d orders of %d calls, want 5 of 9", got, o.Calls())
	}
	o.Reset()
	for i := range int32(MaxOrders + 1) {
		o.Give(Order{Unit: i})
	}
	if len(o.List()) != MaxOrders || o.Calls() != MaxOrders+1 {
		t.Errorf("%d orders of %d calls, want %d of %d", len(o.List()), o.Calls(), MaxOrders, MaxOrders+1)
	}
}

func TestLineNumberOfAnyOffset(t *testing.T) {
	t.Parallel()
	text := []byte("a\nb\nc")
	for offset, want := range map[int]int{-1: 1, 0: 1, 1: 1, 2: 2, 4: 3, 99: 3} {
		if got := LineNumber(text, offset); got != want {
			t.Errorf("offset %d is in line %d, want %d", offset, got, want)
		}
	}
}
