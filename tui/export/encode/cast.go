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
// f.UseCast3 is set, and version 2 otherwise.
func Cast(w io.Writer, f *Film) error {
	named := make([]string, len(f.Theme.NamedColors))
	for i, rgb := range f.Theme.NamedColors {
		named[i] = hex(rgb)
	}
	theme := fmt.Sprintf(`{"fg":%q,"bg":%q,"palette":%q}`, hex(f.Theme.FG), hex(f.Theme.BG), strings.Join(named, ":"))
	layout := `{"version":2,"width":%d,"height":%d,"title":%s,"theme":%s}`
	if f.UseCast3 {
		layout = `{"version":3,"term":{"cols":%d,"rows":%d,"type":"xterm-256color","theme":%[4]s},"title":%[3]s}`
	}
	c := castWriter{w: w, useRelativeTimes: f.UseCast3}
	fmt.Fprintf(&c.line, layout+"\n", f.W, f.H, quote(toPrintable(f.Title)), theme)
	if err := c.flush(); err != nil {
		return err
	}
	return f.eachFrame(c.writeFrame)
}

type castWriter struct {
	w                io.Writer
	useRelativeTimes bool // whether times are relative to the previous event
	prev             screen.Grid
	started          bool
	lastMS           int64 // time of the last event in milliseconds
	out              []byte
	line             bytes.Buffer
}

// writeFrame writes a frame. Any marker precedes the screen, so that film players move past it when
// stepping back.
func (c *castWriter) writeFrame(s *exportedFrame) error {
	c.out = c.out[:0]
	if !c.started {
		c.out = append(c.out, "\x1b[?25l"...)
		c.out = s.AppendFull(c.out)
		c.started = true
	} else {
		c.out = screen.AppendDiff(c.out, &c.prev, &s.Grid)
	}
	if s.moment != "" {
		c.writeEvent(s.atMS, 'm', s.moment)
	}
	if len(c.out) > 0 {
		c.writeEvent(s.atMS, 'o', string(c.out))
	}
	c.prev.CopyFrom(&s.Grid)
	return c.flush()
}

// writeEvent writes one event as a line. Times are in whole milliseconds, so that rounding errors
// do not accumulate.
func (c *castWriter) writeEvent(atMS int64, code byte, text string) {
	t := atMS
	if c.useRelativeTimes {
		t -= c.lastMS
	}
	c.lastMS = atMS
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
