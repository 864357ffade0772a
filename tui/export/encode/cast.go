package encode

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"game-tui/sim/sanitize"
	"game-tui/tui/cells/screen"
)

// Cast writes a film as an asciicast, with moments as markers: version 2, or 3 if f.Cast3 is set.
func Cast(w io.Writer, f *Film) error {
	c := castWriter{w: w, version: 2}
	if f.Cast3 {
		c.version = 3
	}
	if err := c.header(f); err != nil {
		return err
	}
	return f.eachFrame(c.show)
}

type castWriter struct {
	w       io.Writer
	version int
	prev    screen.Grid
	started bool
	last    int64 // time of the last event in milliseconds
	out     []byte
	line    bytes.Buffer
}

type castTheme struct {
	FG      string `json:"fg"`
	BG      string `json:"bg"`
	Palette string `json:"palette"`
}

// castTerm is the header field of version 3 for size and theme.
type castTerm struct {
	Cols  int        `json:"cols"`
	Rows  int        `json:"rows"`
	Type  string     `json:"type"`
	Theme *castTheme `json:"theme"`
}

type castHeader struct {
	Version int        `json:"version"`
	Term    *castTerm  `json:"term,omitempty"`
	Width   int        `json:"width,omitempty"`
	Height  int        `json:"height,omitempty"`
	Title   string     `json:"title,omitempty"`
	Theme   *castTheme `json:"theme,omitempty"`
}

func (c *castWriter) header(f *Film) error {
	named := make([]string, len(f.Theme.Named))
	for i, rgb := range f.Theme.Named {
		named[i] = hex(rgb)
	}
	head, theme := castHeader{Version: c.version, Title: printable(f.Title)}, &castTheme{hex(f.Theme.FG), hex(f.Theme.BG), strings.Join(named, ":")}
	if f.Cast3 {
		head.Term = &castTerm{f.W, f.H, "xterm-256color", theme}
	} else {
		head.Width, head.Height, head.Theme = f.W, f.H, theme
	}
	c.json(head)
	return c.flush()
}

// show writes a screen after its marker. In the other order, stepping back would land on the same
// marker again.
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

// event writes a line. Times are whole milliseconds, from the start in version 2 and from the
// previous event in version 3, so that rounding does not add up.
func (c *castWriter) event(at int64, code byte, text string) {
	t := at
	if c.version == 3 {
		t -= c.last
	}
	c.last = at
	c.line.WriteByte('[')
	c.line.WriteString(strconv.FormatInt(t/1000, 10))
	fmt.Fprintf(&c.line, `.%03d, "%c", `, t%1000, code)
	c.json(text)
	c.line.Truncate(c.line.Len() - 1) // the encoder's newline
	c.line.WriteString("]\n")
}

func (c *castWriter) json(v any) {
	_ = sanitize.WriteJSON(&c.line, v, "") // strings and numbers always encode
}

func (c *castWriter) flush() error {
	_, err := c.w.Write(c.line.Bytes())
	c.line.Reset()
	return err
}
