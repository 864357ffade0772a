package process

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/res"
)

// message is a header line, of words and the payload's length, and the payload.
func message(buf []byte, words string, payload []byte) []byte {
	return append(fmt.Appendf(buf, "%s %d\n", words, len(payload)), payload...)
}

// protocolError is a fault in what the player sent.
type protocolError struct {
	reason sim.Reason
	msg    string
}

func (e *protocolError) Error() string { return e.msg }

func badReply(format string, args ...any) *protocolError {
	return &protocolError{sim.OutReply, fmt.Sprintf(format, args...)}
}

// noMessage is a badReply of something that is no message at all.
func noMessage(format string, args ...any) *protocolError {
	return badReply(format+"; does your player print? standard output belongs to the messages, so print to standard error", args...)
}

// inbox reads messages of the player. It never holds more than one reply.
type inbox struct {
	from *bufio.Reader // holds a header, and is read past by payloads
	buf  []byte        // of payloads
}

func newInbox(from io.Reader) *inbox {
	return &inbox{from: bufio.NewReaderSize(from, maxHeader+1)}
}

// header takes one line, without its end, and returns its words; they stay
// valid until the next call.
func (in *inbox) header() ([][]byte, error) {
	line, err := in.from.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return nil, noMessage("a header of more than %d bytes: %s", maxHeader, quote(line))
	}
	if err != nil {
		return nil, err
	}
	return bytes.Fields(line), nil
}

// payload takes n bytes; they stay valid until the next call.
func (in *inbox) payload(n int) ([]byte, error) {
	in.buf = slices.Grow(in.buf[:0], n)[:n]
	_, err := io.ReadFull(in.from, in.buf)
	return in.buf, err
}

// expect takes a header that begins with verb and number, and refuses others.
func (in *inbox) expect(verb string, number, words int) ([][]byte, error) {
	h, err := in.header()
	switch {
	case err != nil:
		return nil, err
	case len(h) > 0 && string(h[0]) == "error":
		return nil, &protocolError{sim.OutError, cmp.Or(clean.Short(string(bytes.Join(h[1:], []byte{' '})), 100), "no reason given")}
	case len(h) < words || string(h[0]) != verb:
		return nil, noMessage("expected %q, found %s", fmt.Sprint(verb, " ", number, " …"), quote(bytes.Join(h, []byte{' '})))
	}
	if n, ok := parseSize(h[1]); !ok || n != number {
		return nil, badReply("expected %q, found %s", fmt.Sprint(verb, " ", number), quote(bytes.Join(h[:2], []byte{' '})))
	}
	return h, nil
}

// ready takes the answer to init and returns the player's name.
func (in *inbox) ready() (string, error) {
	h, err := in.expect("ready", 1, 3)
	if err != nil {
		return "", err
	}
	if len(h) > 3 {
		return "", badReply("its name is not one word: %s", quote(bytes.Join(h[2:], []byte{' '})))
	}
	if name := string(h[2]); clean.IsName(name, maxName) {
		return name, nil
	}
	if n := len(h[2]); n > maxName && clean.IsName(string(h[2]), n) {
		return "", badReply("its name has %d bytes, at most %d are allowed: %s", n, maxName, quote(h[2]))
	}
	return "", badReply("its name must be 1 to %d bytes of characters that can be shown, found %d bytes: %s", maxName, len(h[2]), quote(h[2]))
}

// maxAbout bounds the description of a program.
const maxAbout = 4096

// about takes the answer to describe: the game's version line, and the names of
// the players in the program.
func (in *inbox) about() (version string, players []string, err error) {
	h, err := in.expect("about", 1, 3)
	if err != nil {
		return "", nil, err
	}
	n, ok := parseSize(h[2])
	if !ok || n > maxAbout {
		return "", nil, badReply("a description of %s bytes, at most %d", quote(h[2]), maxAbout)
	}
	text, err := in.payload(n)
	if err != nil {
		return "", nil, err
	}
	lines := bytes.Split(bytes.TrimRight(text, "\n"), []byte{'\n'})
	for _, line := range lines[1:] {
		players = append(players, clean.Line(string(line)))
	}
	return clean.Line(string(lines[0])), players, nil
}

// commands takes the reply to the state of a round and reads it into orders.
// hint is what the player says that the answer cost.
func (in *inbox) commands(g sim.Game, round int, orders *sim.Orders) (hint time.Duration, err error) {
	h, err := in.expect("commands", round, 3)
	if err != nil {
		return 0, err
	}
	n, ok := parseSize(h[2])
	if !ok {
		return 0, badReply("no length in %s", quote(bytes.Join(h, []byte{' '})))
	}
	for _, w := range h[3:min(len(h), 5)] {
		ns, _ := parseSize(w) // more than a second does not fit, and nothing depends on it
		hint += time.Duration(ns)
	}
	if n > maxReply {
		begin, _ := in.from.Peek(32) // what there is of them
		if count, _, err := readCount(begin); err == nil && count > sim.MaxOrders {
			return hint, tooMany(count)
		}
		return hint, badReply("a reply of %d bytes, at most %d", n, maxReply)
	}
	text, err := in.payload(n)
	if err != nil {
		return hint, err
	}
	return hint, readCommands(g, text, orders)
}

func tooMany(count int) error {
	return &protocolError{sim.OutOrders, fmt.Sprintf("%d, at most %d in a round", count, sim.MaxOrders)}
}

// readCommands reads a count and as many orders; nothing else may follow.
func readCommands(g sim.Game, text []byte, orders *sim.Orders) error {
	orders.Reset()
	count, at, err := readCount(text)
	if err != nil {
		return err
	}
	if count > sim.MaxOrders {
		return tooMany(count)
	}
	for i := range count {
		o, n, err := readOrder(g, text[at:])
		if err != nil {
			return badReply("order %d of %d: %v", i+1, count, err)
		}
		at += n
		orders.Give(o)
	}
	if rest := bytes.TrimSpace(text[at:]); len(rest) > 0 {
		return badReply("text after %d orders: %s", count, quote(rest))
	}
	return nil
}

// maxDigits is more than any number of orders has.
const maxDigits = 12

// readCount reads the number of orders; a negative one means none.
func readCount(text []byte) (count, used int, err error) {
	at := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	end := at
	for end < len(text) && text[end] > ' ' {
		end++
	}
	count, err = strconv.Atoi(string(text[at:min(end, at+maxDigits)]))
	if err != nil || end-at > maxDigits {
		return 0, 0, badReply("no count of orders: %s", quote(text))
	}
	return max(count, 0), end, nil
}

// readOrder reads one order. The kits print '_' for a kind that no order has;
// such an order is kept, for it holds its unit's place, and fails.
func readOrder(g sim.Game, text []byte) (sim.Order, int, error) {
	o, n, err := res.ReadOrder(g.Orders(), text)
	if err == nil {
		return o, n, nil
	}
	line, _, _ := bytes.Cut(bytes.TrimLeft(text, " \t\r\n"), []byte{'\n'})
	f := bytes.Fields(line)
	if len(f) >= 2 && string(f[1]) == "_" {
		if id, bad := strconv.ParseInt(string(f[0]), 10, 32); bad == nil {
			end := bytes.Index(text, line) + len(line)
			return sim.Order{Unit: int32(id), Kind: '_', Dir: -1}, end, nil
		}
	}
	return o, 0, err
}

// parseSize reads a number of a header: digits only, small enough to be one.
func parseSize(w []byte) (int, bool) {
	n, err := strconv.ParseUint(string(w), 10, 30)
	return int(n), err == nil
}

// quote shows a piece of what a player sent: short, on one line, control bytes
// escaped.
func quote(text []byte) string { return quoteUpTo(text, 40) }

// quoteUpTo shows at most so many bytes.
func quoteUpTo(text []byte, most int) string {
	if len(text) > most {
		return strconv.Quote(string(text[:most])) + "…"
	}
	return strconv.Quote(string(text))
}
