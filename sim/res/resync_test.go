package res_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/stats"
)

// blocks are the parts of a recording: the header, then alternating states and commands.
type blocks struct {
	header   string
	states   []string
	commands []string
}

// blocksOf splits the recording of a complete match.
func blocksOf(t *testing.T, text []byte) blocks {
	t.Helper()
	parts := strings.Split(string(text), "commands\n")
	names := strings.Index(parts[0], "names ")
	end := names + strings.Index(parts[0][names:], "\n") + 1
	b := blocks{header: parts[0][:end], states: []string{parts[0][end:]}}
	for _, part := range parts[1:] {
		n := 0
		fmt.Sscan(part, &n)
		lines := strings.SplitAfterN(part, "\n", n+2)
		b.commands = append(b.commands, "commands\n"+strings.Join(lines[:n+1], ""))
		b.states = append(b.states, lines[n+1])
	}
	return b
}

// text joins the parts for which keep returns true.
func (b *blocks) text(keep func(kind byte, k int) bool) []byte {
	var out strings.Builder
	out.WriteString(b.header)
	for k, s := range b.states {
		if keep('s', k) {
			out.WriteString(s)
		}
		if k < len(b.commands) && keep('c', k) {
			out.WriteString(b.commands[k])
		}
	}
	return []byte(out.String())
}

// gapsOf lists the missing rounds of a record.
func gapsOf(rec *record.Record) (list []int) {
	for k := range rec.Edge() + 1 {
		if rec.IsMissing(k) {
			list = append(list, k)
		}
	}
	return list
}

// TestReadContinuesAfterDamage checks that reading continues at the next complete state and lists
// the missing rounds. Writing must preserve the gaps.
func TestReadContinuesAfterDamage(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			text := recording(t, g)
			whole, _ := read(t, text)
			b := blocksOf(t, text)
			same(t, b.text(func(byte, int) bool { return true }), text)
			last := whole.Rounds()
			var inside []int
			for k := 1; k < last; k++ {
				inside = append(inside, k)
			}
			damage := func(old, new string) []byte { return []byte(strings.Replace(string(text), old, new, 1)) }
			for name, c := range map[string]struct {
				text    []byte
				missing []int
				turns   int // number of missing turns
				note    string
			}{
				"state left out":     {b.text(func(kind byte, k int) bool { return kind == 'c' || k != 4 }), []int{4}, 1, "round 4 is missing: line "},
				"states left out":    {b.text(func(kind byte, k int) bool { return kind == 'c' || k < 4 || k > 6 && k != 9 }), []int{4, 5, 6, 9}, 4, "rounds 4 to 6, 9 are missing: line "},
				"commands left out":  {b.text(func(kind byte, k int) bool { return kind == 's' || k != 4 }), nil, 1, "the orders of round 4 are missing: line "},
				"all orders":         {b.text(func(kind byte, k int) bool { return kind == 's' }), nil, last, fmt.Sprintf("the orders of rounds 0 to %d are missing: line ", last-1)},
				"first and last":     {b.text(func(kind byte, k int) bool { return kind == 's' && (k == 0 || k == last) }), inside, last, fmt.Sprintf("rounds 1 to %d are missing: line ", last-1)},
				"a line in a state":  {damage("\nround 4\n", "\n<<<<<<< HEAD\nround 4\n"), []int{4}, 1, "round 4 is missing: line "},
				"a wrong number":     {damage("\nround 4\n", "\nround 40\n"), []int{4}, 1, "round 4 is missing: line "},
				"a number of before": {damage("\nround 4\n", "\nround 3\n"), []int{4}, 1, "round 4 is missing: line "},
				"bytes in commands":  {damage(b.commands[4], "commands\n\x00\xff\x00"), nil, 1, "the orders of round 4 are missing: line "},
				"rounds written twice": {slices.Concat(b.text(func(kind byte, k int) bool { return k < 4 || k == 4 && kind == 's' }), []byte("oops"),
					[]byte(strings.TrimPrefix(string(b.text(func(kind byte, k int) bool { return k > 1 })), b.header))), nil, 1, "the orders of round 4 are missing: line "},
			} {
				rec, cut := read(t, c.text)
				if cut != nil {
					t.Errorf("%s: %v", name, cut)
				}
				if got := gapsOf(rec); !slices.Equal(got, c.missing) {
					t.Errorf("%s: missing %v, want %v", name, got, c.missing)
				}
				if note := rec.Meta().Note; !strings.HasPrefix(note, c.note) {
					t.Errorf("%s: note %q, want %q", name, note, c.note)
				}
				turns := 0
				for k := range rec.Edge() {
					if rec.Turn(k).Missing {
						turns++
					}
				}
				if turns != c.turns || !rec.IsIncomplete() {
					t.Errorf("%s: %d turns are missing, want %d", name, turns, c.turns)
				}
				for k := range rec.Edge() + 1 {
					if got := rec.State(k); !rec.IsMissing(k) && !bytes.Equal(got.AppendText(nil), whole.State(k).AppendText(nil)) {
						t.Errorf("%s: the state of round %d differs", name, k)
					}
				}
				if got, want := rec.Winners(), whole.Winners(); !slices.Equal(got, want) {
					t.Errorf("%s: winners %v, want %v", name, got, want)
				}
				again, _ := read(t, written(t, rec))
				if got := gapsOf(again); !slices.Equal(got, c.missing) {
					t.Errorf("%s: written and read again, missing %v, want %v", name, got, c.missing)
				}
				same(t, written(t, again), written(t, rec))
			}
		})
	}
}

func TestPointsOfMissingRoundsHaveNoSource(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		b := blocksOf(t, recording(t, g))
		last := len(b.states) - 1
		rec, _ := read(t, b.text(func(kind byte, k int) bool { return kind == 's' && (k == 0 || k == last) }))
		history := stats.New(rec)
		f, first := history.At(last), history.At(0)
		if f.Points != first.Points {
			t.Errorf("%s: points %v, want those of the start, %v", g.Name(), f.Points, first.Points)
		}
		for seat, score := range rec.State(last).Scores() {
			if got := f.Points.Total(seat) + f.OtherPoints[seat]; got != score {
				t.Errorf("%s: seat %d: sources and others give %d, want %d", g.Name(), seat, got, score)
			}
			if idle := history.IdleStretches(seat, last); len(idle) > 0 {
				t.Errorf("%s: idle stretches of seat %d: got %v, want none", g.Name(), seat, idle)
			}
		}
	}
}

func TestNoteNamesGapAndCut(t *testing.T) {
	t.Parallel()
	g := catalog.Games()[0]
	b := blocksOf(t, recording(t, g))
	rec, cut := read(t, b.text(func(_ byte, k int) bool { return k != 4 && k < 9 }))
	want := "round 4 is missing: line "
	if note := rec.Meta().Note; cut == nil || rec.Edge() != 8 || !rec.EndedEarly() || !strings.HasPrefix(note, want) || !strings.HasSuffix(note, cut.Error()) {
		t.Errorf("edge %d, note %q, cut %v; want edge 8, %q and the cut", rec.Edge(), note, cut, want)
	}
}

// TestDamagedTextIsReadInLinearTime checks that hostile text is read in linear time: the number of
// attempts to parse a state is limited.
func TestDamagedTextIsReadInLinearTime(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	for _, g := range catalog.Games() {
		b := blocksOf(t, recording(t, g))
		labels := strings.Join(strings.Fields(b.states[0])[:2], "\n")
		head := b.header + b.states[0]
		noStatus, _, _ := strings.Cut(b.states[1], "status")
		for name, more := range map[string]string{
			"labels":           strings.Repeat(" "+labels, size/len(labels)),
			"a long word":      strings.Repeat("0", size),
			"white space":      labels + strings.Repeat(" ", size),
			"states of before": strings.Repeat(b.states[0], size/len(b.states[0])),
			"states, cut":      strings.Repeat(noStatus, size/len(noStatus)),
		} {
			rec, cut := read(t, []byte(head+"oops "+more))
			if cut == nil || rec.Edge() != 0 {
				t.Errorf("%s, %s: got edge %d, cut %v, want edge 0 and a cut", g.Name(), name, rec.Edge(), cut)
			}
		}
	}
}

// TestHugeGapIsRefused checks that a gap of a billion rounds is refused before memory is allocated
// for it.
func TestHugeGapIsRefused(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		key := "NUM_ROUNDS\t"
		b := blocksOf(t, recording(t, g))
		i := strings.Index(b.header, key)
		if i < 0 {
			continue
		}
		line, _, _ := strings.Cut(b.header[i:], "\n")
		head := strings.Replace(b.header, line, "NUM_ROUNDS\t\t1000000000", 1)
		last := len(b.states) - 1
		state := strings.Replace(b.states[last], fmt.Sprintf("\nround %d\n", last), "\nround 999999999\n", 1)
		_, _, err := res.Read([]byte(head+b.states[0]+state), catalog.Games(), "")
		if err == nil || !strings.Contains(err.Error(), "exceeds the memory limit of") && !strings.Contains(err.Error(), "NUM_ROUNDS") {
			t.Errorf("%s: got %v, want too much memory", g.Name(), err)
		}
	}
}

func TestResyncStopsAtTheNextMatch(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		text := recording(t, g)
		whole, _ := read(t, text)
		b := blocksOf(t, text)
		part := string(b.text(func(kind byte, k int) bool { return k < 4 || k == 4 && kind == 's' }))
		for name, joined := range map[string]string{
			"at a block":  part + string(text),
			"in a line":   part[:len(part)-1] + string(text),
			"in a state":  part[:len(part)-len(b.states[4])/2] + string(text),
			"its title":   part + "oops " + string(text[bytes.Index(text, []byte(g.Version())):]),
			"after a gap": string(b.text(func(kind byte, k int) bool { return k < 2 || k > 3 && k < 6 })) + string(text),
		} {
			rec, cut := read(t, []byte(joined))
			if cut == nil || rec.Edge() > 5 || !rec.EndedEarly() {
				t.Errorf("%s, %s: edge %d, cut %v; want a cut in the first match", g.Name(), name, rec.Edge(), cut)
			}
			for k := range rec.Edge() + 1 {
				if !rec.IsMissing(k) && !bytes.Equal(rec.State(k).AppendText(nil), whole.State(k).AppendText(nil)) {
					t.Errorf("%s, %s: the state of round %d differs", g.Name(), name, k)
				}
			}
		}
	}
}

// TestWrongNumberOfTheLastRoundIsRefused checks that a state with the number of the last round does
// not end a match that continues after it.
func TestWrongNumberOfTheLastRoundIsRefused(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		b := blocksOf(t, recording(t, g))
		last := len(b.states) - 1
		b.states[5] = strings.Replace(b.states[5], "\nround 5\n", fmt.Sprintf("\nround %d\n", last), 1)
		behind := string(b.text(func(_ byte, k int) bool { return k <= 5 }))
		for name, text := range map[string]string{
			"cut in the next state":  behind + b.states[6][:len(b.states[6])/2],
			"cut in its orders":      behind[:len(behind)-1],
			"its orders left out":    strings.TrimSuffix(behind, b.commands[5]) + b.states[6][:len(b.states[6])/2],
			"cut behind a bad state": behind + strings.Replace(b.states[6], "\nround 6\n", "\nround x\n", 1),
		} {
			rec, cut := read(t, []byte(text))
			if cut == nil || rec.Edge() != 4 || !rec.EndedEarly() {
				t.Errorf("%s, %s: edge %d, cut %v; want a cut in round 4", g.Name(), name, rec.Edge(), cut)
			}
		}
	}
}
