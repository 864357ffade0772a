package trace

import (
	"slices"
	"sync"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/tuitest"
)

const rounds = 60

func played(tb testing.TB, g sim.Game) *record.Record {
	return tuitest.PlayMatch(tb, g, configs.Default(g.Name()), rounds)
}

func frames(rec *record.Record) []sim.Frame {
	list := make([]sim.Frame, rec.Edge()+1)
	for k := range list {
		rec.State(k).FillFrame(&list[k])
	}
	return list
}

// counted counts occurrences on one cell. It is a naive version of Count.
func counted(rec *record.Record, all []sim.Frame, cell int, kind Kind, seat int8, k int) (n int32) {
	is := func(of int8) bool { return of >= 0 && (seat < 0 || of == seat) }
	l := rec.Meta().Game.Legend()
	for at := range k + 1 {
		f := &all[at]
		c := f.Cells[cell]
		switch kind {
		case Visits:
			for _, u := range f.Units {
				stood := func(f *sim.Frame) bool {
					return slices.ContainsFunc(f.Units, func(w sim.Unit) bool {
						return w.ID == u.ID && w.OnBoard && w.At.Row*f.Cols+w.At.Col == cell
					})
				}
				if u.OnBoard && u.At.Row*f.Cols+u.At.Col == cell && is(u.Seat) && (at == 0 || !stood(&all[at-1])) {
					n++
				}
			}
		case Deaths:
			for _, e := range rec.Turn(max(at-1, 0)).Events {
				if at > 0 && l.Events[e.Kind].IsDeath && is(e.Other) && e.At.Pos() == (sim.Pos{Row: cell / f.Cols, Col: cell % f.Cols}) {
					n++
				}
			}
		case OwnerChanges:
			if at > 0 && c.Owner != all[at-1].Cells[cell].Owner && is(c.Owner) {
				n++
			}
		case RoundsOwned:
			if is(c.Owner) {
				n++
			}
		}
	}
	return n
}

func TestHeatMapsMatchTheFrames(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		rec := played(t, g)
		all := frames(rec)
		s := New(rec).UpTo(rounds)
		if s.LastState() != rounds {
			t.Fatalf("%s: read to %d", g.Name(), s.LastState())
		}
		for kind := Visits; kind < NumKinds; kind++ {
			if !kind.AvailableIn(g.Legend()) {
				continue
			}
			sum := int32(0)
			for seat := int8(-1); seat < sim.Seats; seat += 2 {
				for _, k := range []int{0, 1, 33, rounds} {
					dst, most := s.Count(kind, seat, k)
					for cell := 0; cell < len(dst); cell += 7 {
						if want := counted(rec, all, cell, kind, seat, k); dst[cell] != want {
							t.Fatalf("%s: %v of %d at cell %d up to %d: %d, want %d", g.Name(), kind, seat, cell, k, dst[cell], want)
						}
						sum += dst[cell]
					}
					if most != slices.Max(dst) {
						t.Errorf("%s: %v: the greatest is %d, not %d", g.Name(), kind, slices.Max(dst), most)
					}
				}
			}
			if sum == 0 && (kind == Visits || kind != Deaths && g == tuitest.Games[0]) {
				t.Errorf("%s: nothing counted as %v", g.Name(), kind)
			}
		}
	}
}

func TestPathsEndAtTheirUnit(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		rec := played(t, g)
		all := frames(rec)
		s := New(rec).UpTo(rounds)
		for _, u := range all[rounds].Units {
			path := s.Path(u.ID, rounds, 20)
			if len(path) == 0 {
				for k := rounds - 20; k < rounds; k++ {
					if i := slices.IndexFunc(all[k].Units, func(w sim.Unit) bool { return w.ID == u.ID }); i >= 0 && all[k].Units[i].At != u.At && all[k].Units[i].OnBoard {
						t.Errorf("%s: unit %d moved and has no path", g.Name(), u.ID)
						break
					}
				}
				continue
			}
			if u.OnBoard && path[len(path)-1] != u.At {
				t.Errorf("%s: the path of unit %d ends at %v, not at %v", g.Name(), u.ID, path[len(path)-1], u.At)
			}
			if len(path) > 21 {
				t.Errorf("%s: %d cells in 20 rounds", g.Name(), len(path))
			}
		}
		for _, m := range s.Moves(rounds) {
			was, now := find(&all[rounds-1], m.Unit), find(&all[rounds], m.Unit)
			if was == nil || now == nil || was.At != m.From || now.At != m.To || m.From == m.To {
				t.Errorf("%s: %+v", g.Name(), m)
			}
		}
		for _, at := range s.ChangedCells(rounds) {
			i := at.Row*all[0].Cols + at.Col
			if all[rounds].Cells[i].Owner == all[rounds-1].Cells[i].Owner {
				t.Errorf("%s: %v has the owner that it had", g.Name(), at)
			}
		}
		if len(s.Moves(0)) > 0 || len(s.ChangedCells(0)) > 0 || len(s.Moves(9999)) > 0 {
			t.Errorf("%s: something moved before the first round, or after the last", g.Name())
		}
	}
}

func find(f *sim.Frame, id int32) *sim.Unit {
	for i := range f.Units {
		if f.Units[i].ID == id {
			return &f.Units[i]
		}
	}
	return nil
}

func TestSnapshotsAreReadOnDemandAndImmutable(t *testing.T) {
	t.Parallel()
	traces := New(played(t, tuitest.Games[0]))
	if n := traces.snapshot.Current().LastState(); n != -1 {
		t.Fatalf("read to %d unasked", n)
	}
	early := traces.UpTo(20)
	if early.LastState() != 20 {
		t.Errorf("asked for 20, read to %d", early.LastState())
	}
	first, _ := early.Count(Visits, -1, 20)
	var readers sync.WaitGroup
	for k := range 4 {
		readers.Go(func() {
			for at := 20; at <= rounds; at += k + 1 {
				if s := traces.UpTo(at); s.LastState() < at {
					t.Errorf("asked for %d, read to %d", at, s.LastState())
				}
				if again, _ := early.Count(Visits, -1, 20); !slices.Equal(first, again) {
					t.Error("what was counted changed")
				}
			}
		})
	}
	readers.Wait()
	if s := traces.UpTo(10 * rounds); s.LastState() != rounds {
		t.Errorf("read to %d of %d", s.LastState(), rounds)
	}
}

func BenchmarkRead(b *testing.B) {
	rec := tuitest.ReferenceMatch(b)
	b.ReportAllocs()
	for b.Loop() {
		New(rec).UpTo(rec.Edge())
	}
}

func BenchmarkCount(b *testing.B) {
	s := New(tuitest.ReferenceMatch(b)).UpTo(1000)
	for kind := Visits; kind < NumKinds; kind++ {
		b.Run(kind.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Count(kind, -1, 1000)
			}
		})
	}
}
