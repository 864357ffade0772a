package simtest

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/res"
)

// checkSettings reads configurations.
func checkSettings(x *exam) {
	if x.set.Rounds() < 1 {
		x.fault("Settings.Rounds is %d: must be at least 1", x.set.Rounds())
	}
	if rows, cols := x.set.Size(); rows < 1 || cols < 1 {
		x.fault("Settings.Size is %d, %d: must be at least 1", rows, cols)
	}
	text := x.appends("Settings.AppendText", x.set.AppendText)
	if first, _, _ := bytes.Cut(text, []byte("\n")); string(first) != x.Game.Version() {
		x.fault("Settings.AppendText begins with %q: want the version, %q", first, x.Game.Version())
	}
	x.settingsBack(text)
	x.settingsBack([]byte(strings.Join(strings.Fields(string(text)), " \r\n\t\f\v ")))
	if word := bytes.Fields(x.generator); len(word) == 0 || string(word[0]) != "RANDOM" {
		x.fault("ReadSettings leaves %.30q of the default configuration: want RANDOM, the generator", x.generator)
	}
	if name := "Chess 1.0\n"; true {
		_, _, err := x.Game.ReadSettings([]byte(name))
		if err == nil {
			x.fault("ReadSettings takes the settings of another game, %q", name)
		} else {
			x.inputError("ReadSettings", []byte(name), err)
		}
	}
	x.keys()
}

// settingsBack reads settings that were written, behind which more text stands.
func (x *exam) settingsBack(text []byte) {
	in := slices.Concat(text, []byte("\nnames 1 2"))
	s, n, err := x.Game.ReadSettings(in)
	if err != nil {
		x.fault("ReadSettings refuses what AppendText wrote: %v", err)
		return
	}
	if n < 0 || n > len(text) || len(bytes.TrimSpace(text[min(n, len(text)):])) > 0 {
		x.fault("ReadSettings says that settings of %d bytes have %d: count from the start of the text to behind the last value", len(text), n)
	}
	for i := range in {
		in[i] = '#'
	}
	if !bytes.Equal(s.AppendText(nil), x.set.AppendText(nil)) || !reflect.DeepEqual(s, x.set) {
		x.fault("ReadSettings and AppendText are not exact inverses: %+v is read back as %+v", x.set, s)
	}
}

// keys gives each key of the configuration wrong values and many that may be right.
func (x *exam) keys() {
	for line := range strings.Lines(string(x.Config)) {
		f := strings.Fields(line)
		if len(f) != 2 || line == x.Game.Version()+"\n" {
			continue
		}
		at := strings.Index(string(x.Config), line)
		for _, value := range []string{"many", "99999999999999999999", "-2147483649", "1.5", ""} {
			text := []byte(strings.Replace(string(x.Config), line, f[0]+" "+value+"\n", 1))
			_, _, err := x.Game.ReadSettings(text)
			if err == nil {
				x.fault("ReadSettings takes %q for %s", value, f[0])
				continue
			}
			x.inputError("ReadSettings", text, err)
			in, ok := errors.AsType[*sim.InputError](err)
			if ok && value != "" && (sim.Line(text, in.Offset) != sim.Line(text, at) || !strings.Contains(in.Msg, f[0])) {
				x.fault("ReadSettings says %q at line %d of %s, which is in line %d: name the key, and the place of its value", in.Msg, sim.Line(text, in.Offset), f[0], sim.Line(text, at))
			}
		}
		for _, value := range []string{"0", "1", "2", "7", "3600"} {
			x.tryConfig([]byte(strings.Replace(string(x.Config), line, f[0]+" "+value+"\n", 1)))
		}
	}
}

// tryConfig plays two rounds of a configuration that need not be right.
func (x *exam) tryConfig(text []byte) {
	s, n, err := x.Game.ReadSettings(text)
	if err != nil {
		x.inputError("ReadSettings", text, err)
		return
	}
	if n < 0 || n > len(text) {
		x.fault("ReadSettings says that it used %d bytes of %d", n, len(text))
		return
	}
	if again, _, err := x.Game.ReadSettings(s.AppendText(nil)); err != nil || !reflect.DeepEqual(again, s) {
		x.fault("ReadSettings and AppendText are not exact inverses: %+v is read back as %+v, %v", s, again, err)
	}
	b, err := x.Game.NewBoard(s, text[n:], 1)
	if err != nil {
		x.inputError("NewBoard", text[n:], err)
		return
	}
	for k := range min(2, s.Rounds()) {
		if err := b.Step(&sim.Turn{Round: k}); err != nil {
			break
		}
	}
	x.anyState(s, b.State())
}

// anyState looks at a state of which nothing is known.
func (x *exam) anyState(set sim.Settings, s sim.State) {
	text := s.AppendText(nil)
	again, _, err := x.Game.ReadState(set, text)
	if err != nil {
		x.fault("ReadState refuses what AppendText wrote of a state from an unusual text: %v", err)
		return
	}
	if got := string(again.AppendText(nil)); got != string(text) {
		x.fault("ReadState and AppendText are not exact inverses for a state from an unusual text: %s", difference(got, string(text)))
	}
	var f sim.Frame
	s.Fill(&f)
	x.frame(s, &f, set)
	for _, u := range f.Units {
		if u.On {
			x.inspect(set, s, &f, u.At)
		}
	}
}

// checkOrders writes and reads orders.
func checkOrders(x *exam) {
	if len(x.Game.Orders().Kinds) == 0 {
		x.fault("the game has no orders")
		return
	}
	given := 0
	for _, t := range x.tapes {
		for _, turn := range t.copies {
			for _, list := range turn.Orders {
				for i := range list {
					if o := &list[i]; o.Fate == sim.FateExecuted || i == 0 && given < 20_000 {
						given++
						x.order(o.Order, false)
					}
				}
			}
		}
	}
	if given == 0 {
		x.fault("no player gives an order")
	}
	for _, o := range x.strangeOrders() {
		x.order(o, false)
	}
	for _, text := range []string{"", " ", "x", "-", "3", "3 m", "3 ~ l", "99999999999 m l", "\x00"} {
		o, _, err := res.ReadOrder(x.Game.Orders(), []byte(text))
		if err == nil && text != "3 m" {
			x.fault("ReadOrder takes %q, and makes %+v of it", text, o)
		} else if err != nil {
			x.inputError("ReadOrder", []byte(text), err)
		}
	}
}

// strangeOrders are orders that no good player gives.
func (x *exam) strangeOrders() []sim.Order {
	var list []sim.Order
	for _, kind := range append(kinds(x.Game), '?', 0, 0xff, '\n') {
		for _, dir := range []int8{-128, -1, 0, 3, 4, 7, 8, 9, 127} {
			for _, args := range [][]int32{nil, {0}, {-1, 2147483647, -2147483648}} {
				for _, unit := range []int32{-2147483648, -1, 0, 77, 2147483647} {
					list = append(list, sim.Order{Unit: unit, Kind: kind, Dir: dir, Args: args})
				}
			}
		}
	}
	return list
}

// order writes an order and reads it back. One that was read comes back exactly;
// others may say more than their kind has a use for.
func (x *exam) order(o sim.Order, exactly bool) {
	g := x.Game
	x.words("AppendOrderText", string(x.appends("AppendOrderText", func(dst []byte) []byte { return g.AppendOrderText(dst, o) })))
	line := x.appends("AppendOrder", func(dst []byte) []byte { return res.AppendOrder(dst, g.Orders(), o) })
	if bytes.Count(line, []byte("\n")) != 1 || line[len(line)-1] != '\n' {
		x.fault("AppendOrder writes %q for %+v: must be one line with its end", line, o)
		return
	}
	in := append(slices.Clone(line), "77\tm\tl\t\n"...)
	read, n, err := res.ReadOrder(g.Orders(), in)
	if !slices.Contains(kinds(g), o.Kind) {
		if err == nil {
			x.fault("ReadOrder takes an order of no known kind, %q", line)
		}
		return
	}
	if err != nil {
		x.fault("ReadOrder refuses what AppendOrder wrote, %q: %v", line, err)
		return
	}
	if n < 1 || n > len(line) || len(bytes.TrimSpace(line[n:])) > 0 {
		x.fault("ReadOrder says that it used %d bytes of %q", n, line)
	}
	if again := res.AppendOrder(nil, g.Orders(), read); !bytes.Equal(again, line) {
		x.fault("ReadOrder and AppendOrder are not exact inverses: %q is read back as %q", line, again)
	}
	if read.Unit != o.Unit || read.Kind != o.Kind || exactly && (read.Dir != o.Dir || !slices.Equal(read.Args, o.Args)) {
		x.fault("ReadOrder makes %+v of the line of %+v", read, o)
	}
}

// checkFaultyTexts reads texts with all kinds of faults: none makes a reader panic,
// and what is taken is whole.
func checkFaultyTexts(x *exam) {
	rand := sim.NewRand(7)
	n := 400
	if x.Quick {
		n = 60
	}
	t := x.tapes[0]
	for i := range n {
		x.faultyState(t.set, spoiled(&rand, t.texts[i%len(t.texts)]))
		x.faultyOrder(spoiled(&rand, string(x.someOrder(t, i))))
		if i%4 == 0 {
			x.tryConfig(spoiled(&rand, string(x.Config)))
			x.tryConfig(spoiledAfter(&rand, string(bytes.Replace(x.Config, []byte("RANDOM"), []byte("FIXED"), 1))+t.texts[0], len(x.Config)))
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

// someOrder is a line of some order of a match.
func (x *exam) someOrder(t *tape, i int) []byte {
	for k := range t.copies {
		if done := t.copies[(i+k)%len(t.copies)].Done; len(done) > 0 {
			return res.AppendOrder(nil, x.Game.Orders(), done[i%len(done)])
		}
	}
	return nil
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

func (x *exam) faultyOrder(text []byte) {
	o, n, err := res.ReadOrder(x.Game.Orders(), text)
	switch {
	case err != nil:
		x.inputError("ReadOrder", text, err)
	case n < 0 || n > len(text):
		x.fault("ReadOrder says that it used %d bytes of %d", n, len(text))
	default:
		x.order(o, true)
	}
}

// spoiled gives a text with a fault or two.
func spoiled(rand *sim.Rand, text string) []byte { return spoiledAfter(rand, text, 0) }

func spoiledAfter(rand *sim.Rand, text string, from int) []byte {
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
			out = slices.Insert(out, at, []byte("\x00\xff 7 ")...)
		case 4:
			out = slices.Insert(out, at, out[at:min(len(out), at+rand.Random(1, 40))]...)
		default:
			words := []string{"0", "-1", "1", "4", "60", "2147483647", "-2147483648", "99999999999999999999", "x", "nan"}
			out = slices.Replace(out, at, end, []byte(words[rand.Random(0, len(words)-1)])...)
		}
	}
	return out
}
