package encode_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"

	"game-tui/tui/export/encode"
	"game-tui/tui/tuitest"
)

// casting is a parsed cast.
type casting struct {
	header map[string]any
	events []event
}

type event struct {
	at   int64 // milliseconds since the start
	code string
	text string
}

func readCast(tb testing.TB, data []byte) *casting {
	tb.Helper()
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	c := &casting{}
	if err := json.Unmarshal([]byte(lines[0]), &c.header); err != nil {
		tb.Fatal(err)
	}
	last := int64(0)
	for _, line := range lines[1:] {
		var parts []any
		if err := json.Unmarshal([]byte(line), &parts); err != nil || len(parts) != 3 {
			tb.Fatalf("%s: %v", line, err)
		}
		t := parts[0].(float64) * 1000
		e := event{int64(math.Round(t)), parts[1].(string), parts[2].(string)}
		if c.header["version"] == 3.0 {
			e.at += last
		}
		if e.at < last {
			tb.Fatalf("%s: back in time", line)
		}
		last = e.at
		c.events = append(c.events, e)
	}
	return c
}

// Markers must come before their screens.
func TestCastReplaysScreens(t *testing.T) {
	t.Parallel()
	for _, f := range films() {
		for _, version := range []int{2, 3} {
			f.UseCast3 = version == 3
			var out bytes.Buffer
			if err := encode.Cast(&out, f); err != nil {
				t.Fatal(err)
			}
			c := readCast(t, out.Bytes())
			if c.header["version"] != float64(version) || c.header["title"] != f.Title {
				t.Fatalf("header %v", c.header)
			}
			em := vt.NewEmulator(f.W, f.H)
			n := 0
			for frame := range f.Frames {
				if frame.Moment != "" {
					e := c.events[n]
					if e.code != "m" || e.at != frame.At.Milliseconds() || !strings.HasPrefix(frame.Moment, strings.TrimSuffix(e.text, "...")) {
						t.Fatalf("%s: no marker but %v ahead of %q", f.Title, e, frame.Moment)
					}
					n++
				}
				e := c.events[n]
				if e.code != "o" || e.at != frame.At.Milliseconds() {
					t.Fatalf("%s: event %d is %s at %d, the screen is shown at %v", f.Title, n, e.code, e.at, frame.At)
				}
				if _, err := em.WriteString(e.text); err != nil {
					t.Fatal(err)
				}
				tuitest.Compare(t, em, frame.Screen)
				n++
			}
			if n != len(c.events) {
				t.Errorf("%s: %d events, %d of them seen", f.Title, len(c.events), n)
			}
		}
	}
}

func TestCastHeaders(t *testing.T) {
	t.Parallel()
	f := film("a \"title\"", one("x"))
	f.Theme.FG, f.Theme.BG = 0x010203, 0x0a0b0c
	theme := `{"fg":"#010203","bg":"#0a0b0c","palette":"#121214:`
	for version, want := range map[int]string{
		2: `{"version":2,"width":12,"height":3,"title":"a \"title\"","theme":` + theme,
		3: `{"version":3,"term":{"cols":12,"rows":3,"type":"xterm-256color","theme":` + theme,
	} {
		f.UseCast3 = version == 3
		var out bytes.Buffer
		if err := encode.Cast(&out, f); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(out.String(), want) {
			t.Errorf("version %d: %s", version, out.String())
		}
	}
}
