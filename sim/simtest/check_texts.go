package simtest

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim"
)

func checkSettings(x *checker) {
	if x.settings.Rounds() < 1 {
		x.errorf("Settings.Rounds is %d: must be at least 1", x.settings.Rounds())
	}
	if rows, cols := x.settings.Size(); rows < 1 || cols < 1 {
		x.errorf("Settings.Size is %d, %d: must be at least 1", rows, cols)
	}
	text := x.checkAppends("Settings.AppendText", x.settings.AppendText)
	if first, _, _ := bytes.Cut(text, []byte("\n")); string(first) != x.Game.Version() {
		x.errorf("Settings.AppendText begins with %q: want the version, %q", first, x.Game.Version())
	}
	x.checkReadSettings(text)
	x.checkReadSettings([]byte(strings.Join(strings.Fields(string(text)), " \r\n\t\f\v ")))
	if word := bytes.Fields(x.generator); len(word) == 0 || string(word[0]) != "RANDOM" {
		x.errorf("ReadSettings leaves %.30q of the default configuration: want RANDOM, the generator", x.generator)
	}
	name := []byte("Chess 1.0\n")
	if _, _, err := x.Game.ReadSettings(name); err == nil {
		x.errorf("ReadSettings takes the settings of another game, %q", name)
	} else {
		x.checkError("ReadSettings", name, err)
	}
	for line := range strings.Lines(string(x.Config)) {
		if f := strings.Fields(line); len(f) == 2 && line != x.Game.Version()+"\n" {
			x.checkKey(f[0], f[1], strings.Index(string(x.Config), line))
		}
	}
}

// checkReadSettings reads written settings followed by more text.
func (x *checker) checkReadSettings(text []byte) {
	in := slices.Concat(text, []byte("\nnames 1 2"))
	s, n, err := x.Game.ReadSettings(in)
	if err != nil {
		x.errorf("ReadSettings refuses what AppendText wrote: %v", err)
		return
	}
	if n < 0 || n > len(text) || len(bytes.TrimSpace(text[n:])) > 0 {
		x.errorf("ReadSettings says that settings of %d bytes have %d: count from the start of the text to behind the last value", len(text), n)
	}
	if !reflect.DeepEqual(s, x.settings) {
		x.errorf("ReadSettings and AppendText are not exact inverses: %+v is read back as %+v", x.settings, s)
	}
}

// key gives a setting an invalid value, then plays rounds with the smallest and largest valid ones.
func (x *checker) checkKey(key, value string, at int) {
	wrong := bytes.Replace(x.Config, x.Config[at:at+bytes.IndexByte(x.Config[at:], '\n')], []byte(key+" many"), 1)
	_, _, err := x.Game.ReadSettings(wrong)
	if err == nil {
		x.errorf("ReadSettings takes %q for %s", "many", key)
	} else {
		x.checkError("ReadSettings", wrong, err)
		in, ok := errors.AsType[*sim.InputError](err)
		if ok && (sim.LineNumber(wrong, in.Offset) != sim.LineNumber(wrong, at) || !strings.Contains(in.Msg, key)) {
			x.errorf("ReadSettings says %q at line %d of %s, which is in line %d: name the key, and the place of its value", in.Msg, sim.LineNumber(wrong, in.Offset), key, sim.LineNumber(wrong, at))
		}
	}
	if x.Partial {
		return // the default is the bound
	}
	rounds := 12
	if x.Quick {
		rounds = 2
	}
	own, _ := strconv.Atoi(value)
	with := func(n int) []byte { return WithSettings(x.Config, map[string]int{key: n}) }
	for _, end := range []int{math.MinInt32, math.MaxInt32} {
		good, bad := own, end
		if _, _, err := x.Game.ReadSettings(with(end)); err == nil {
			good = end
		}
		for good != bad && good != bad-1 && good != bad+1 { // bisect the bound
			middle := good + (bad-good)/2
			if _, _, err := x.Game.ReadSettings(with(middle)); err == nil {
				good = middle
			} else {
				bad = middle
			}
		}
		x.run(key+" "+strconv.Itoa(good), func(x *checker) { x.tryConfig(with(good), x.lineUps()[0], rounds) })
	}
}

// tryConfig plays rounds of a configuration, which may be invalid.
func (x *checker) tryConfig(text []byte, p lineUp, rounds int) {
	s, n, err := x.Game.ReadSettings(text)
	if err != nil {
		x.checkError("ReadSettings", text, err)
		return
	}
	if n < 0 || n > len(text) {
		x.errorf("ReadSettings says that it used %d bytes of %d", n, len(text))
		return
	}
	b, err := x.Game.NewBoard(s, text[n:], 1)
	if err != nil {
		x.checkError("NewBoard", text[n:], err)
		return
	}
	t := x.playMatch(p, s, b, min(rounds, s.Rounds()))
	for _, s := range t.states {
		x.checkUnusualState(t.settings, s)
	}
}

// checkUnusualState uses a state that may come from any text.
func (x *checker) checkUnusualState(set sim.Settings, s sim.State) {
	text := s.AppendText(nil)
	again, _, err := x.Game.ReadState(set, text)
	if err != nil {
		x.errorf("ReadState refuses what AppendText wrote of a state from an unusual text: %v", err)
		return
	}
	if got := string(again.AppendText(nil)); got != string(text) {
		x.errorf("ReadState and AppendText are not exact inverses for a state from an unusual text: %s", textDifference(got, string(text)))
	}
	var f sim.Frame
	s.FillFrame(&f)
	x.checkFrame(s, &f, set)
	for _, u := range f.Units {
		if u.OnBoard {
			x.checkInspect(set, s, &f, u.At)
		}
	}
}

// checkFaultyTexts reads damaged texts: readers must not panic, and results must be consistent.
func checkFaultyTexts(x *checker) {
	rand := sim.NewRand(7)
	n := 400
	if x.Quick {
		n = 60
	}
	t, p := x.matches[0], x.randomLineUp()
	for i := range n {
		x.tryState(t.settings, corruptText(&rand, t.texts[i%len(t.texts)], 0))
		if i%4 == 0 {
			x.tryConfig(corruptText(&rand, string(x.Config), 0), p, 2)
			x.tryConfig(corruptText(&rand, x.fixedConfig(), len(x.Config)), p, 2)
		}
	}
	for _, text := range []string{t.texts[0], t.texts[len(t.texts)/2]} {
		for cut := 0; cut < len(text)-1; cut += len(text)/100 + 1 {
			if _, _, err := x.Game.ReadState(t.settings, []byte(text[:cut])); err == nil && len(strings.TrimSpace(text[cut:])) > 1 {
				x.errorf("ReadState takes a state block that is cut after %d of %d bytes", cut, len(text))
			}
		}
	}
}

// fixed returns the configuration with the first state as the board.
func (x *checker) fixedConfig() string {
	return string(bytes.Replace(x.Config, []byte("RANDOM"), []byte("FIXED"), 1)) + x.matches[0].texts[0]
}

func (x *checker) tryState(set sim.Settings, text []byte) {
	s, n, err := x.Game.ReadState(set, text)
	if err != nil {
		x.checkError("ReadState", text, err)
		return
	}
	if n < 0 || n > len(text) {
		x.errorf("ReadState says that it used %d bytes of %d", n, len(text))
	}
	if s.Round() < 0 || s.Round() > set.Rounds() {
		x.errorf("ReadState takes round %d of %d", s.Round(), set.Rounds())
	}
	x.checkUnusualState(set, s)
}

// spoiled returns a text with one or two faults after its start.
func corruptText(rand *sim.Rand, text string, from int) []byte {
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

// Fuzz reads any text as a state, a configuration and a fixed board: readers must not panic, and
// results must be consistent.
func Fuzz(f *testing.F, subjects []Subject) {
	exams := make([]*checker, len(subjects))
	for i, s := range subjects {
		s.Quick = true
		x := &checker{Subject: s}
		if x.play(); len(x.faults) > 0 {
			f.Fatal(x.faults)
		}
		exams[i] = x
		texts := x.matches[0].texts
		for _, text := range []string{texts[0], texts[len(texts)/2], string(s.Config), x.fixedConfig()} {
			f.Add(uint8(i), []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, game uint8, text []byte) {
		x := exams[int(game)%len(exams)]
		x.faults, x.formats = nil, nil
		x.run("any text", func(x *checker) {
			x.tryState(x.settings, text)
			x.tryConfig(text, x.randomLineUp(), 2)
		})
		for _, fault := range x.faults {
			t.Error(fault)
		}
	})
}
