package sshd

import (
	"time"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// escTimeout is how long the decoder waits for the rest of a key sequence.
const escTimeout = 50 * time.Millisecond

// maxKeyLen limits the length of key sequences in bytes. Real sequences are at most a third as long.
const maxKeyLen = 64

// A decoder decodes terminal input into events. It keeps incomplete sequences until more bytes
// arrive or flush is called.
type decoder struct {
	uv      uv.EventDecoder
	buf     []byte
	pasting bool
	paste   []byte
}

// A paste without an end marker ends after pasteTimeout without input. Text beyond maxPasteLen bytes is
// discarded.
const (
	pasteTimeout = 500 * time.Millisecond
	maxPasteLen  = 1 << 10
)

func (d *decoder) feed(p []byte, emit func(uv.Event)) {
	for len(p) > 0 {
		n := min(len(p), maxKeyLen)
		d.buf = append(d.buf, p[:n]...)
		p = p[n:]
		d.scan(false, emit)
	}
}

// waitTime returns how long to wait for the rest of a key sequence or paste, or 0 if nothing is
// incomplete.
func (d *decoder) waitTime() time.Duration {
	switch {
	case d.pasting:
		return pasteTimeout
	case len(d.buf) > 0:
		return escTimeout
	}
	return 0
}

func (d *decoder) flush(emit func(uv.Event)) {
	d.scan(true, emit)
	if d.pasting {
		d.endPaste(emit)
	}
}

func (d *decoder) endPaste(emit func(uv.Event)) {
	d.pasting = false
	emit(uv.PasteEvent{Content: string(d.paste)})
	d.paste = d.paste[:0]
}

func (d *decoder) scan(atEnd bool, emit func(uv.Event)) {
	buf := d.buf
	for len(buf) > 0 {
		n, complete := keyLen(buf)
		if !complete && !atEnd && len(buf) < maxKeyLen {
			break
		}
		switch ev := d.decodeEvent(buf[:n]).(type) {
		case uv.PasteEndEvent:
			if d.pasting {
				d.endPaste(emit)
			}
		case uv.PasteStartEvent:
			d.pasting = true
		default:
			switch {
			case d.pasting && len(d.paste)+n <= maxPasteLen:
				d.paste = append(d.paste, buf[:n]...)
			case !d.pasting && ev != nil:
				emit(ev)
			}
		}
		buf = buf[n:]
	}
	d.buf = append(d.buf[:0], buf...)
}

// decodeEvent returns the event for a key, a mouse action, the start or end of a paste, or a background
// colour. It returns nil for anything else.
func (d *decoder) decodeEvent(seq []byte) (ev uv.Event) {
	defer func() {
		if recover() != nil { // Untrusted input may make the decoder panic.
			ev = nil
		}
	}()
	switch c := seq[0]; {
	case c == 0x1b && len(seq) == 1:
		return uv.KeyPressEvent{Code: uv.KeyEscape}
	case c == 0x1b && seq[1] == '[' && seq[len(seq)-1] == '_':
		return nil // Windows console keys may claim 65535 repetitions.
	case c >= 0x80 && c < 0xc0:
		return nil
	}
	_, e := d.uv.Decode(seq)
	switch e.(type) {
	case uv.KeyPressEvent, uv.MouseClickEvent, uv.MouseReleaseEvent, uv.MouseMotionEvent, uv.MouseWheelEvent,
		uv.PasteStartEvent, uv.PasteEndEvent, uv.BackgroundColorEvent:
		return e
	}
	return nil
}

// keyLen returns the length of the first key sequence in buf, at least 1, and reports whether it is
// complete.
func keyLen(buf []byte) (n int, complete bool) {
	if buf[0] >= 0xc0 {
		if !utf8.FullRune(buf) {
			return len(buf), false
		}
		_, n = utf8.DecodeRune(buf)
		return n, true
	}
	if buf[0] != 0x1b {
		return 1, true
	}
	if len(buf) == 1 {
		return 1, false
	}
	switch buf[1] {
	case '[', 'P', ']', '_', '^', 'X':
		_, _, n, state := ansi.DecodeSequence(buf, ansi.NormalState, nil)
		switch string(buf[:n]) {
		case "\x1b[M": // An X10 mouse event has three more bytes.
			return min(6, len(buf)), len(buf) >= 6
		case "\x1b[[": // This is a function key of the Linux console.
			return min(4, len(buf)), len(buf) >= 4
		}
		cut := n == len(buf)-1 && buf[n] == 0x1b // A final Esc may begin the terminator of a string.
		return n, state == ansi.NormalState && !cut
	case 'O':
		i := 2
		for i < len(buf) && buf[i] >= '0' && buf[i] <= '9' {
			i++
		}
		return min(i+1, len(buf)), i < len(buf)
	case 0x1b:
		return 1, true
	}
	n, complete = keyLen(buf[1:]) // Esc before a key means Alt.
	return n + 1, complete
}
