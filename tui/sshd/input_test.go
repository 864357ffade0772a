package sshd

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"game-tui/sim/sanitize"
)

// name returns the name of a decoded event.
func name(e uv.Event) string {
	switch e := e.(type) {
	case uv.KeyPressEvent:
		return tea.KeyPressMsg(e).String()
	case uv.MouseClickEvent:
		return "click"
	case uv.MouseReleaseEvent:
		return "release"
	case uv.MouseMotionEvent:
		return "motion"
	case uv.MouseWheelEvent:
		return "wheel"
	case uv.BackgroundColorEvent:
		return "background"
	}
	return "?"
}

func decode(d *decoder, parts ...string) string {
	var got []string
	emit := func(e uv.Event) { got = append(got, name(e)) }
	for _, p := range parts {
		d.feed([]byte(p), emit)
	}
	d.flush(emit)
	return strings.Join(got, " ")
}

var keys = []struct{ in, want string }{
	{"hl", "h l"},
	{"L", "L"},
	{" ", "space"},
	{"\r", "enter"},
	{"\t", "tab"},
	{"\x03", "ctrl+c"},
	{"\x7f", "backspace"},
	{"\x1b", "esc"},
	{"\x1bq", "alt+q"},
	{"\x1b\x1b", "esc esc"},
	{"\x1b[A\x1b[B\x1b[C\x1b[D", "up down right left"},
	{"\x1bOA", "up"},
	{"\x1b[1;2A", "shift+up"},
	{"\x1b[5~\x1b[6~\x1b[H\x1b[F", "pgup pgdown home end"},
	{"\x1b[Z", "shift+tab"},
	{"\x1b[<0;3;4M\x1b[<0;3;4m", "click release"},
	{"\x1b[<32;3;4M\x1b[<64;3;4M", "motion wheel"},
	{"\x1b[M !!", "click"},
	{"é", "é"},
	{"\x1b]11;rgb:ff/ff/ff\x07x", "background x"},
	{"\x1b]11;rgb:ffff/ffff/ffff\x1b\\x", "background x"},
	{"\x1b]10;rgb:ff/ff/ff\x07x", "x"},
	// Unrequested reports are ignored.
	{"\x1b[?1;2c", ""},
	{"\x1bP1$r0m\x1b\\x", "x"},
	{"\x1b[1;1;0;1;0;65535_x", "x"},
	{"\xff\xfe\x9bx", "x"},
	{"\x1b[Ix", "x"},
}

func TestKeysAreDecoded(t *testing.T) {
	t.Parallel()
	for _, tt := range keys {
		if got := decode(&decoder{}, tt.in); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
		if tt.in == "\x1bq" || tt.in == "\x1b\x1b" {
			continue // the first half alone is a key
		}
		for i := 1; i < len(tt.in); i++ { // split the bytes at every position
			if got := decode(&decoder{}, tt.in[:i], tt.in[i:]); got != tt.want {
				t.Errorf("%q cut at %d: %q, want %q", tt.in, i, got, tt.want)
			}
		}
	}
}

func TestDecoderIsBounded(t *testing.T) {
	t.Parallel()
	for _, start := range []string{"\x1b]", "\x1b[", "\x1bP", "\x1bO", "\x1b[1"} {
		d := &decoder{}
		n := 0
		for range 2000 {
			d.feed([]byte(start+strings.Repeat("\xff;0", 20)), func(uv.Event) { n++ })
			if len(d.buf) > 2*maxKeyLen {
				t.Fatalf("%q: %d bytes wait", start, len(d.buf))
			}
		}
	}
}

// A paste without an end swallows no keys.
func TestPasteIsOneEvent(t *testing.T) {
	t.Parallel()
	const in = "a\x1b[200~b\x1b[Ac\r\x1b[201~d"
	for cut := range len(in) {
		var got []string
		d := &decoder{}
		emit := func(e uv.Event) {
			switch e := e.(type) {
			case uv.PasteEvent:
				got = append(got, "paste "+e.Content)
			case uv.KeyPressEvent:
				got = append(got, e.Text)
			}
		}
		d.feed([]byte(in[:cut]), emit)
		d.feed([]byte(in[cut:]), emit)
		if want := []string{"a", "paste b\x1b[Ac\r", "d"}; !slices.Equal(got, want) {
			t.Fatalf("cut at %d: %q, want %q", cut, got, want)
		}
		d.feed([]byte("\x1b[200~"+strings.Repeat("x", 2*maxPasteLen)), emit)
		if d.waitTime() != pasteTimeout {
			t.Errorf("a paste waits for %v", d.waitTime())
		}
		d.flush(emit)
		d.feed([]byte("e"), emit)
		if n := len(got); n != 5 || len(got[3]) != len("paste ")+maxPasteLen || got[4] != "e" || d.waitTime() != 0 {
			t.Errorf("without an end: %.20q, waits for %v", got, d.waitTime())
		}
	}
}

func FuzzDecoder(f *testing.F) {
	for _, k := range keys {
		f.Add([]byte(k.in), 1)
	}
	f.Fuzz(func(t *testing.T, p []byte, cut int) {
		cut = max(0, min(cut, len(p)))
		n := 0
		d := &decoder{}
		emit := func(uv.Event) { n++ }
		d.feed(p[:cut], emit)
		d.feed(p[cut:], emit)
		d.flush(emit)
		if d.waitTime() > 0 || n > len(p) {
			t.Errorf("%q: %d events, %q waits", p, n, d.buf)
		}
	})
}

func FuzzCommand(f *testing.F) {
	for _, s := range []string{"", "list", "watch a@1", "fetch a.res", "watch ../x", "x", "export a --from 1 --format gif", "export a --size 9999999x1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := parseCommand(s)
		if err != nil && (sanitize.Line(err.Error()) != err.Error() || len(err.Error()) > maxMessageLen) {
			t.Errorf("%q: error %q", s, err)
		}
		if err == nil && c.Name != "" && !IsValidName(c.Name) {
			t.Errorf("%q: name %q", s, c.Name)
		}
	})
}

func TestMatchNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"a": true, "harrypotter-s30.res": true, "A_b-1.2": true,
		"": false, ".": false, "..": false, ".x": false, "-x": false, "a/b": false, "a b": false,
		"a\x00": false, "é": false, strings.Repeat("x", 65): false,
	} {
		if IsValidName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestMeIsUntrusted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"watch a.res --me 2":        "2",
		"watch --me Seeker a.res@3": "Seeker",
		"watch a.res":               "",
		"watch --me 1":              "1",
	} {
		if c, err := parseCommand(text); err != nil || c.me != want {
			t.Errorf("%q: %q, %v, want %q", text, c.me, err, want)
		}
	}
	for _, text := range []string{"watch a.res --me", "list --me 1", "fetch a.res --me 1"} {
		if _, err := parseCommand(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
