package game_test

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/simtest"
)

func checkSettings(c *checker) {
	if c.settings.Rounds() < 1 {
		c.errorf("Settings.Rounds is %d: want at least 1", c.settings.Rounds())
	}
	if rows, cols := c.settings.Size(); rows < 1 || cols < 1 {
		c.errorf("Settings.Size is %d, %d: want at least 1", rows, cols)
	}
	text := c.checkAppends("Settings.AppendText", c.settings.AppendText)
	if first, _, _ := bytes.Cut(text, []byte("\n")); string(first) != c.Game.Version() {
		c.errorf("Settings.AppendText begins with %q: want the version, %q", first, c.Game.Version())
	}
	c.checkReadSettings(text)
	c.checkReadSettings([]byte(strings.Join(strings.Fields(string(text)), " \r\n\t\f\v ")))
	if word := bytes.Fields(c.generator); len(word) == 0 || string(word[0]) != "RANDOM" {
		c.errorf("ReadSettings leaves %.30q of the default configuration: want RANDOM", c.generator)
	}
	name := []byte("Chess 1.0\n")
	if _, _, err := c.Game.ReadSettings(name); err == nil {
		c.errorf("ReadSettings accepts settings of another game, %q", name)
	} else {
		c.checkError("ReadSettings", name, err)
	}
	for line := range strings.Lines(string(c.Config)) {
		if f := strings.Fields(line); len(f) == 2 && line != c.Game.Version()+"\n" {
			c.checkKey(f[0], f[1], strings.Index(string(c.Config), line))
		}
	}
}

// checkReadSettings reads written settings that are followed by more text.
func (c *checker) checkReadSettings(text []byte) {
	in := slices.Concat(text, []byte("\nnames 1 2"))
	s, n, err := c.Game.ReadSettings(in)
	if err != nil {
		c.errorf("ReadSettings refuses the text of AppendText: %v", err)
		return
	}
	if n < 0 || n > len(text) || len(bytes.TrimSpace(text[n:])) > 0 {
		c.errorf("ReadSettings reports %d of %d bytes used: want the end of the last value", n, len(text))
	}
	if !reflect.DeepEqual(s, c.settings) {
		c.errorf("ReadSettings does not reverse AppendText: %+v is read back as %+v", c.settings, s)
	}
}

// checkKey sets an invalid value for a setting, then plays rounds with its smallest and largest
// valid values.
func (c *checker) checkKey(key, value string, at int) {
	wrong := bytes.Replace(c.Config, c.Config[at:at+bytes.IndexByte(c.Config[at:], '\n')], []byte(key+" many"), 1)
	if _, _, err := c.Game.ReadSettings(wrong); err == nil {
		c.errorf("ReadSettings accepts %q for %s", "many", key)
	} else {
		c.checkError("ReadSettings", wrong, err)
		in, ok := errors.AsType[*sim.InputError](err)
		if ok && (sim.LineNumber(wrong, in.Offset) != sim.LineNumber(wrong, at) || !strings.Contains(in.Msg, key)) {
			c.errorf("ReadSettings returns %q for line %d after an error in %s in line %d: want its key and line", in.Msg, sim.LineNumber(wrong, in.Offset), key, sim.LineNumber(wrong, at))
		}
	}
	rounds := 12
	if c.Quick {
		rounds = 2
	}
	own, _ := strconv.Atoi(value)
	with := func(n int) []byte { return simtest.WithSettings(c.Config, map[string]int{key: n}) }
	for _, end := range []int{math.MinInt32, math.MaxInt32} {
		good, bad := own, end
		if _, _, err := c.Game.ReadSettings(with(end)); err == nil {
			good = end
		}
		for good != bad && good != bad-1 && good != bad+1 { // bisect the smallest or largest valid value
			middle := good + (bad-good)/2
			if _, _, err := c.Game.ReadSettings(with(middle)); err == nil {
				good = middle
			} else {
				bad = middle
			}
		}
		c.run(key+" "+strconv.Itoa(good), func(c *checker) { c.tryConfig(with(good), c.lineUps()[0], rounds) })
	}
}

// tryConfig plays some rounds with a configuration, which may be invalid.
func (c *checker) tryConfig(text []byte, p lineUp, rounds int) {
	s, n, err := c.Game.ReadSettings(text)
	if err != nil {
		c.checkError("ReadSettings", text, err)
		return
	}
	if n < 0 || n > len(text) {
		c.errorf("ReadSettings reports %d of %d bytes used", n, len(text))
		return
	}
	b, err := c.Game.NewBoard(s, text[n:], 1)
	if err != nil {
		c.checkError("NewBoard", text[n:], err)
		return
	}
	for _, state := range c.playMatch(p, s, b, min(rounds, s.Rounds())).states {
		c.checkUnusualState(s, state)
	}
}

// checkUnusualState calls the methods of a state that was read from arbitrary text.
func (c *checker) checkUnusualState(set sim.Settings, s sim.State) {
	text := s.AppendText(nil)
	again, _, err := c.Game.ReadState(set, text)
	if err != nil {
		c.errorf("ReadState refuses the text of AppendText of a state from an unusual text: %v", err)
		return
	}
	if got := string(again.AppendText(nil)); got != string(text) {
		c.errorf("ReadState does not reverse AppendText of a state from an unusual text: %s", textDifference(got, string(text)))
	}
	var f sim.Frame
	s.FillFrame(&f)
	c.checkFrame(s, &f, set)
	for _, u := range f.Units {
		if u.OnBoard {
			c.checkInspect(set, s, &f, u.At)
		}
	}
}

// checkCorruptTexts reads corrupt texts. Readers must not panic, and their results must be
// consistent.
func checkCorruptTexts(c *checker) {
	rand := sim.NewRand(7)
	n := 400
	if c.Quick {
		n = 60
	}
	m, p := c.matches[0], c.randomLineUp()
	for i := range n {
		c.tryState(m.settings, corruptText(&rand, m.texts[i%len(m.texts)], 0))
		if i%4 == 0 {
			c.tryConfig(corruptText(&rand, string(c.Config), 0), p, 2)
			c.tryConfig(corruptText(&rand, c.fixedConfig(), len(c.Config)), p, 2)
		}
	}
	for _, text := range []string{m.texts[0], m.texts[len(m.texts)/2]} {
		for cut := 0; cut < len(text)-1; cut += len(text)/100 + 1 {
			if _, _, err := c.Game.ReadState(m.settings, []byte(text[:cut])); err == nil && len(strings.TrimSpace(text[cut:])) > 1 {
				c.errorf("ReadState accepts a state cut after %d of %d bytes", cut, len(text))
			}
		}
	}
}

// fixedConfig returns the configuration with the first state as its fixed board.
func (c *checker) fixedConfig() string {
	return string(bytes.Replace(c.Config, []byte("RANDOM"), []byte("FIXED"), 1)) + c.matches[0].texts[0]
}

func (c *checker) tryState(set sim.Settings, text []byte) {
	s, n, err := c.Game.ReadState(set, text)
	if err != nil {
		c.checkError("ReadState", text, err)
		return
	}
	if n < 0 || n > len(text) {
		c.errorf("ReadState reports %d of %d bytes used", n, len(text))
	}
	if s.Round() < 0 || s.Round() > set.Rounds() {
		c.errorf("ReadState accepts round %d of %d", s.Round(), set.Rounds())
	}
	c.checkUnusualState(set, s)
}

// corruptText returns a copy of a text with one or two errors after a given offset.
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
