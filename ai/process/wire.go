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
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
)

// appendMessage appends the words of header with the payload's length, and the payload.
func appendMessage(buf []byte, header string, payload []byte) []byte {
	return append(fmt.Appendf(buf, "%s %d\n", header, len(payload)), payload...)
}

// A protocolError is an invalid message or an error message from a player.
type protocolError struct {
	reason sim.FailureReason
	msg    string
}

func (e *protocolError) Error() string { return e.msg }

func errReply(format string, args ...any) *protocolError {
	return &protocolError{sim.FailedReply, fmt.Sprintf(format, args...)}
}

// errNoMessage is like errReply, but adds a hint for players that print to standard output.
func errNoMessage(format string, args ...any) *protocolError {
	return errReply(format+"; does your player print to standard output? only messages may go there; print everything else to standard error", args...)
}

type messageReader struct {
	r   *bufio.Reader // buffers headers; payloads are read into buf
	buf []byte
}

func newMessageReader(r io.Reader) *messageReader {
	return &messageReader{r: bufio.NewReaderSize(r, maxHeader+1)}
}

// readHeader reads a line and returns its words, which are valid until the next call.
func (in *messageReader) readHeader() ([][]byte, error) {
	line, err := in.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return nil, errNoMessage("a header of more than %d bytes: %s", maxHeader, quote(line))
	}
	if err != nil {
		return nil, err
	}
	return bytes.Fields(line), nil
}

// readPayload reads n bytes. The result is valid until the next call.
func (in *messageReader) readPayload(n int) ([]byte, error) {
	in.buf = slices.Grow(in.buf[:0], n)[:n]
	_, err := io.ReadFull(in.r, in.buf)
	return in.buf, err
}

// readExpected reads a header and returns its words. There must be at least three, beginning with
// verb and number.
func (in *messageReader) readExpected(verb string, number int) ([][]byte, error) {
	h, err := in.readHeader()
	switch {
	case err != nil:
		return nil, err
	case len(h) > 0 && string(h[0]) == "error":
		return nil, &protocolError{sim.FailedError, cmp.Or(sanitize.Truncate(string(bytes.Join(h[1:], []byte{' '})), 100), "no reason given")}
	case len(h) < 3 || string(h[0]) != verb:
		return nil, errNoMessage("expected %q, found %s", fmt.Sprint(verb, " ", number, " …"), quote(bytes.Join(h, []byte{' '})))
	}
	if n, ok := parseSize(h[1]); !ok || n != number {
		return nil, errReply("expected %q, found %s", fmt.Sprint(verb, " ", number), quote(bytes.Join(h[:2], []byte{' '})))
	}
	return h, nil
}

func (in *messageReader) readReady() (string, error) {
	h, err := in.readExpected("ready", 1)
	if err != nil {
		return "", err
	}
	if name := string(h[2]); len(h) == 3 && sanitize.IsName(name, sim.MaxNameLen) {
		return name, nil
	}
	found := quote(bytes.Join(h[2:], []byte{' '}))
	return "", errReply("expected a name of one word, at most %d bytes, without control characters, found %s", sim.MaxNameLen, found)
}

const maxDescription = 4096

func (in *messageReader) readDescription() (version string, players []string, err error) {
	h, err := in.readExpected("about", 1)
	if err != nil {
		return "", nil, err
	}
	n, ok := parseSize(h[2])
	if !ok || n > maxDescription {
		return "", nil, errReply("expected a length of at most %d bytes, found %s", maxDescription, quote(h[2]))
	}
	text, err := in.readPayload(n)
	if err != nil {
		return "", nil, err
	}
	lines := bytes.Split(bytes.TrimRight(text, "\n"), []byte{'\n'})
	for _, line := range lines[1:] {
		players = append(players, sanitize.Line(string(line)))
	}
	return sanitize.Line(string(lines[0])), players, nil
}

// readOrders reads a round's orders. reportedCPU is the processor time that the player reports.
func (in *messageReader) readOrders(g sim.Game, round int, orders *sim.Orders) (reportedCPU time.Duration, err error) {
	h, err := in.readExpected("commands", round)
	if err != nil {
		return 0, err
	}
	n, ok := parseSize(h[2])
	if !ok {
		return 0, errReply("expected a length, found %s", quote(bytes.Join(h, []byte{' '})))
	}
	for _, w := range h[3:min(len(h), 5)] {
		ns, _ := parseSize(w) // parseSize limits the time to about one second
		reportedCPU += time.Duration(ns)
	}
	if n > maxReply {
		begin, _ := in.r.Peek(32)
		if count, _, err := parseCount(begin); err == nil && count > sim.MaxOrders {
			return reportedCPU, errTooManyOrders(count)
		}
		return reportedCPU, errReply("a reply of %d bytes; the limit is %d", n, maxReply)
	}
	text, err := in.readPayload(n)
	if err != nil {
		return reportedCPU, err
	}
	return reportedCPU, parseOrders(g, text, orders)
}

func errTooManyOrders(count int) error {
	return &protocolError{sim.FailedOrders, fmt.Sprintf("%d in a round; the limit is %d", count, sim.MaxOrders)}
}

// parseOrders parses a count and that many orders. It rejects trailing text.
func parseOrders(g sim.Game, text []byte, orders *sim.Orders) error {
	orders.Reset()
	count, at, err := parseCount(text)
	if err != nil {
		return err
	}
	if count > sim.MaxOrders {
		return errTooManyOrders(count)
	}
	for i := range count {
		o, n, err := parseOrder(g, text[at:])
		if err != nil {
			return errReply("order %d of %d: %v", i+1, count, err)
		}
		at += n
		orders.Give(o)
	}
	if rest := bytes.TrimSpace(text[at:]); len(rest) > 0 {
		return errReply("unexpected text after %d orders: %s", count, quote(rest))
	}
	return nil
}

const maxDigits = 12

// parseCount parses the number of orders. A negative number counts as 0.
func parseCount(text []byte) (count, n int, err error) {
	at := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	end := at
	for end < len(text) && text[end] > ' ' {
		end++
	}
	count, err = strconv.Atoi(string(text[at:min(end, at+maxDigits)]))
	if err != nil || end-at > maxDigits {
		return 0, 0, errReply("expected a number of orders, found %s", quote(text))
	}
	return max(count, 0), end, nil
}

// parseOrder parses an order. Kits print '_' for an unknown kind. Such an order fails, but it is
// kept so that later orders for its unit are dropped.
func parseOrder(g sim.Game, text []byte) (sim.Order, int, error) {
	o, n, err := res.ReadOrder(g.OrderFormat(), text)
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

// parseSize parses a number below 2^30.
func parseSize(w []byte) (int, bool) {
	n, err := strconv.ParseUint(string(w), 10, 30)
	return int(n), err == nil
}

func quote(text []byte) string {
	const most = 40
	if len(text) > most {
		return strconv.Quote(string(text[:most])) + "…"
	}
	return strconv.Quote(string(text))
}
