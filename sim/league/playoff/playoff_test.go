package playoff

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"game-tui/sim"
)

// skills plays matches between players whose numbers are their skills.
type skills struct {
	rand  *rand.Rand
	skill []float64
	buf   []Result
}

func newSkills(n int, seed uint64) *skills {
	m := &skills{rand: rand.New(rand.NewPCG(seed, 0))}
	for range n {
		m.skill = append(m.skill, m.rand.NormFloat64())
	}
	return m
}

func (m *skills) play(list []Pairing) []Result {
	m.buf = m.buf[:0]
	for i := range list {
		var r Result
		for seat, e := range list[i].Seats {
			skill := -2.5
			if e != Dummy {
				skill = m.skill[e]
			}
			r.Scores[seat] = int(1000 * math.Exp(skill+1.4*m.rand.NormFloat64()))
			r.Outs[seat] = e != Dummy && m.rand.IntN(50) == 0
		}
		m.buf = append(m.buf, r)
	}
	return m.buf
}

// TestRoundsEliminateOneEach plays play-offs of all sizes and checks that their lengths are close
// to the expected number of matches.
func TestRoundsEliminateOneEach(t *testing.T) {
	t.Parallel()
	for n := range 40 {
		for _, to := range []int{1, 4, 16} {
			s, m := New(Rules{n, to, int32(n)}), newSkills(n, 1)
			for !s.IsOver() {
				seen := map[int]bool{}
				for i, match := range s.Current {
					if match.Group != i+1 && (match.Group != 0 || len(s.Current) > 1 || len(s.Pool) > sim.Seats) {
						t.Fatalf("%+v is match %d of %d, with %d in the pool", match, i, len(s.Current), len(s.Pool))
					}
					for _, e := range match.Seats {
						if e != Dummy && (seen[e] || !slices.Contains(s.Pool, e)) {
							t.Fatalf("%d plays twice, or not in its pool", e)
						}
						seen[e] = true
					}
				}
				if delete(seen, Dummy); len(seen) != len(s.Pool) {
					t.Fatalf("%d of %d play", len(seen), len(s.Pool))
				}
				s.Advance(m.play(s.Current))
			}
			if len(s.Eliminated) != s.Rounds() || len(s.Remaining)+len(s.Eliminated) != n {
				t.Errorf("%d of %d are out, down to %d", len(s.Eliminated), n, to)
			}
			for i, o := range s.Eliminated {
				if o.Round != i+1 {
					t.Errorf("%+v was eliminated as number %d", o, i+1)
				}
			}
		}
	}
	s, m, matches := New(Rules{60, 16, 1}), newSkills(60, 1), 0
	for !s.IsOver() {
		matches += len(s.Current)
		s.Advance(m.play(s.Current))
	}
	if matches < 800 || matches > 870 {
		t.Errorf("%d matches among 60, expected about 833", matches)
	}
}

func TestPassedNeedsTwoOpponentsBelow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scores [sim.Seats]int
		outs   [sim.Seats]bool
		want   [sim.Seats]bool
	}{
		{[4]int{4, 3, 2, 1}, [4]bool{}, [4]bool{true, true}},
		{[4]int{4, 2, 2, 1}, [4]bool{}, [4]bool{true}},
		{[4]int{3, 3, 2, 1}, [4]bool{}, [4]bool{true, true}},
		{[4]int{3, 3, 3, 1}, [4]bool{}, [4]bool{}},
		{[4]int{4, 3, 2, 1}, [4]bool{true}, [4]bool{false, true}},
		{[4]int{1, 2, 3, 4}, [4]bool{false, false, false, true}, [4]bool{false, false, true, false}},
	} {
		r := Result{c.scores, c.outs}
		for seat, want := range c.want {
			if r.Passed(seat) != want {
				t.Errorf("%v %v: seat %d passes: %v", c.scores, c.outs, seat, !want)
			}
		}
	}
}

// TestLastMatchEliminatesTheLast checks that Dummies are ignored and that ties are replayed until
// the player is drawn by lot.
func TestLastMatchEliminatesTheLast(t *testing.T) {
	t.Parallel()
	three := func() (*State, [3]int) {
		s := New(Rules{3, 1, 7})
		var seats [3]int
		for seat, e := range s.Current[0].Seats {
			if e != Dummy {
				seats[e] = seat
			}
		}
		return s, seats
	}
	for _, c := range []struct {
		scores [3]int
		out    int // player that failed in the match, or -1
		want   []Elimination
	}{
		{[3]int{9, 5, 8}, -1, []Elimination{{1, Place{1, 1, 0}, CauseMatch}}},
		{[3]int{9, 5, 8}, 0, []Elimination{{0, Place{1, 1, 0}, CauseMatch}}},
		{[3]int{5, 9, 5}, -1, nil},
		{[3]int{5, 9, 5}, 2, []Elimination{{2, Place{1, 1, 0}, CauseMatch}}},
	} {
		s, seats := three()
		var r Result // the Dummy keeps a score of 0
		for e, seat := range seats {
			r.Scores[seat], r.Outs[seat] = c.scores[e], e == c.out
		}
		if s.Advance([]Result{r}); !slices.Equal(s.Eliminated, c.want) {
			t.Errorf("%v, %d out: %+v", c.scores, c.out, s.Eliminated)
		}
	}
	s, _ := three()
	for len(s.Eliminated) == 0 {
		s.Advance([]Result{{}})
	}
	if o := s.Eliminated[0]; o.Cause != CauseLot || o.Grouping != maxTies {
		t.Errorf("%+v after ties alone", o)
	}
}

func TestLotsDecideWhenNobodyPasses(t *testing.T) {
	t.Parallel()
	s := New(Rules{9, 8, 3})
	for !s.IsOver() {
		if last := s.Current[0].Group == 0; last != (s.Grouping > maxFailedGroupings) || last && len(s.Pool) != sim.Seats {
			t.Fatalf("grouping %d: last %v, %d in the pool", s.Grouping, last, len(s.Pool))
		}
		s.Advance(make([]Result, len(s.Current)))
	}
	if o := s.Eliminated[0]; o.Cause != CauseLot || o.Grouping != maxFailedGroupings+maxTies {
		t.Errorf("%+v", o)
	}
}

func TestOnlyEntryThatDoesNotPassIsOut(t *testing.T) {
	t.Parallel()
	s := New(Rules{5, 4, 2})
	for !s.IsOver() {
		results := make([]Result, len(s.Current))
		for i, m := range s.Current {
			for seat, e := range m.Seats {
				results[i].Scores[seat] = e + 1 // player 0 is always last
			}
		}
		s.Advance(results)
	}
	if o := s.Eliminated[0]; o != (Elimination{0, Place{1, 1, 0}, CauseNotPassing}) {
		t.Errorf("%+v", o)
	}
}

func TestDrawsNeverChange(t *testing.T) {
	t.Parallel()
	s := New(Rules{6, 1, 1})
	want := []Pairing{{Place{1, 1, 1}, [4]int{1, 5, 4, 3}}, {Place{1, 1, 2}, [4]int{0, 2, Dummy, Dummy}}}
	if !slices.Equal(s.Current, want) || s.MatchSeed(s.Current[0].Place) != 572943318 {
		t.Errorf("%v, seed %d", s.Current, s.MatchSeed(s.Current[0].Place))
	}
}

func BenchmarkPlayoffOf60(b *testing.B) {
	m := newSkills(60, 1)
	for i := range b.N {
		for s := New(Rules{60, 16, int32(i)}); !s.IsOver(); {
			s.Advance(m.play(s.Current))
		}
	}
}
