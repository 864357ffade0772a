package simtest

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
)

// checkFaultyTexts reads texts with all kinds of faults: none makes a reader panic,
// and what is taken is whole.
func checkFaultyTexts(x *exam) {
	rand := sim.NewRand(7)
	n := 400
	if x.Quick {
		n = 60
	}
	t, p := x.tapes[0], x.randomly()
	for i := range n {
		x.faultyState(t.set, spoiled(&rand, t.texts[i%len(t.texts)], 0))
		if i%4 == 0 {
			x.tryConfig(spoiled(&rand, string(x.Config), 0), p, 2)
			x.tryConfig(spoiled(&rand, x.fixed(), len(x.Config)), p, 2)
		}
	}
	for _, text := range []string{t.texts[0], t.texts[len(t.texts)/2]} {
		for cut := 0; cut < len(text)-1; cut += len(text)/100 + 1 {
			if _, _, err := x.Game.ReadState(t.set, []byte(text[:cut])); err == nil && len(strings.TrimSpace(text[cut:])) > 1 {
				x.fault("ReadState takes a state block that is cut after %d of %d bytes", cut, len(text))
			}
		}
	}
}

// fixed is the configuration with the first state of a match as the board.
func (x *exam) fixed() string {
	return string(bytes.Replace(x.Config, []byte("RANDOM"), []byte("FIXED"), 1)) + x.tapes[0].texts[0]
}

func (x *exam) faultyState(set sim.Settings, text []byte) {
	s, n, err := x.Game.ReadState(set, text)
	if err != nil {
		x.inputError("ReadState", text, err)
		return
	}
	if n < 0 || n > len(text) {
		x.fault("ReadState says that it used %d bytes of %d", n, len(text))
	}
	if s.Round() < 0 || s.Round() > set.Rounds() {
		x.fault("ReadState takes round %d of %d", s.Round(), set.Rounds())
	}
	x.anyState(set, s)
}

// spoiled gives a text with a fault or two behind its first bytes.
func spoiled(rand *sim.Rand, text string, from int) []byte {
	words := []string{"0", "-1", "1", "4", "60", "2147483647", "-2147483648", "99999999999999999999", "x", "nan", "\x00\xff 7 "}
	out := []byte(text)
	for range rand.Random(1, 2) {
		if len(out) <= from {
			return out
		}
		at := rand.Random(from, len(out)-1)
		end := at + bytes.IndexAny(append(out[at:len(out):len(out)], ' '), " \t\n")
		switch rand.Random(0, 6) {
		case 0:
			out = out[:at]
		case 1:
			out = slices.Delete(out, at, min(len(out), at+rand.Random(1, 30)))
		case 2:
			out[at] = byte(rand.Random(0, 255))
		case 3:
			out = slices.Insert(out, at, out[at:min(len(out), at+rand.Random(1, 40))]...)
		default:
			out = slices.Replace(out, at, end, []byte(words[rand.Random(0, len(words)-1)])...)
		}
	}
	return out
}

// Fuzz reads any text as a state block, a configuration and a given board of the games: no
// reader panics, and what is taken is whole.
func Fuzz(f *testing.F, subjects []Subject) {
	exams := make([]*exam, len(subjects))
	for i, s := range subjects {
		s.Quick = true
		x := &exam{Subject: s}
		if x.play(); len(x.faults) > 0 {
			f.Fatal(x.faults)
		}
		exams[i] = x
		texts := x.tapes[0].texts
		for _, text := range []string{texts[0], texts[len(texts)/2], string(s.Config), x.fixed()} {
			f.Add(uint8(i), []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, game uint8, text []byte) {
		x := exams[int(game)%len(exams)]
		x.faults, x.formats = nil, nil
		x.guard("any text", func(x *exam) {
			x.faultyState(x.set, text)
			x.tryConfig(text, x.randomly(), 2)
		})
		for _, fault := range x.faults {
			t.Error(fault)
		}
	})
}
