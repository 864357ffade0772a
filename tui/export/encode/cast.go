package encode

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"game-tui/sim/sanitize"
	"game-tui/tui/cells/screen"
)

// Cast writes a film as an asciicast, with moments as markers. It uses version 3 of the format if
// f.Cast3 is set, and version 2 otherwise.
func Cast(w io.Writer, f *Film) error {
	named := make([]string, len(f.Theme.Named))
	for i, rgb := range f.Theme.Named {
		named[i] = hex(rgb)
	}
	theme := fmt.Sprintf(`{"fg":%q,"bg":%q,"palette":%q}`, hex(f.Theme.FG), hex(f.Theme.BG), strings.Join(named, ":"))
	layout := `{"version":2,"width":%d,"height":%d,"title":%s,"theme":%s}`
	if f.Cast3 {
		layout = `{"version":3,"term":{"cols":%d,"rows":%d,"type":"xterm-256color","theme":%[4]s},"title":%[3]s}`
	}
	c := castWriter{w: w, relative: f.Cast3}
	fmt.Fprintf(&c.line, layout+"\n", f.W, f.H, quote(toPrintable(f.Title)), theme)
	if err := c.flush(); err != nil {
		return err
	}
	return f.eachFrame(c.show)
}

type castWriter struct {
	w        io.Writer
	relative bool // whether times are relative to the previous event
	prev     screen.Grid
	started  bool
	last     int64 // time of the last event in milliseconds
	out      []byte
	line     bytes.Buffer
}

// show writes a frame. Any marker precedes the screen, so that film players move past it when
// stepping back.
func (c *castWriter) show(s *exportedFrame) error {
	c.out = c.out[:0]
	if !c.started {
		c.out = append(c.out, "\x1b[?25l"...)
		c.out = s.AppendFull(c.out)
		c.started = true
	} else {
		c.out = screen.AppendDiff(c.out, &c.prev, &s.Grid)
	}
	if s.moment != "" {
		c.event(s.at, 'm', s.moment)
	}
	if len(c.out) > 0 {
		c.event(s.at, 'o', string(c.out))
	}
	c.prev.CopyFrom(&s.Grid)
	return c.flush()
}

// event writes one event as a line. Times are in whole milliseconds, so that rounding errors do not
// accumulate.
func (c *castWriter) event(at int64, code byte, text string) {
	t := at
	if c.relative {
		t -= c.last
	}
	c.last = at
	fmt.Fprintf(&c.line, `[%d.%03d, "%c", %s]`+"\n", t/1000, t%1000, code, quote(text))
}

func quote(text string) string {
	var b strings.Builder
	_ = sanitize.WriteJSON(&b, text, "") // Strings can always be encoded.
	return strings.TrimSuffix(b.String(), "\n")
}

func (c *castWriter) flush() error {
	_, err := c.w.Write(c.line.Bytes())
	c.line.Reset()
	return err
}
