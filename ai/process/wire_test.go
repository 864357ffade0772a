package process

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"game-tui/sim"
	"game-tui/sim/game/harrypotter"
)

// replies are answers to state 7, with the expected errors.
var replies = []struct {
	name, text string
	reason     sim.FailureReason
	detail     string
	orders     int
}{
	{"nothing", "commands 7 2 10 20\n0\n", "", "", 0},
	{"no hints", "commands 7 2\n0\n", "", "", 0},
	{"more words", "commands 7 2 1 2 3 some thing\n0\n", "", "", 0},
	{"negative", "commands 7 3 1 2\n-1\n", "", "", 0},
	{"orders", "commands 7 31 1 2\n2\n4\tm\tl\t\n2\ts\t15\t 0 0 0 1 1 1 2\n", sim.FailedReply, "order 2 of 2", 0},
	{"a move", "commands 7 9 1 2\n1\n4\tm\tl\t\n", "", "", 1},
	{"twice one unit", "commands 7 16 1 2\n2\n4\tm\tl\t\n4\tm\tu\t\n", "", "", 1},
	{"unknown direction", "commands 7 9 1 2\n1\n4\tm\t_\t\n", "", "", 1},
	{"unknown kind", "commands 7 13 1 2\n2\n4\t_\t\n5\tm\tu\t", "", "", 2},
	{"crlf", "commands 7 11 1 2\r\n1\r\n4\tm\tl\t\r\n", "", "", 1},
	{"cut", "commands 7 9 1 2\n2\n4\tm\tl\t\n", sim.FailedReply, "order 2 of 2", 0},
	{"no count", "commands 7 3 1 2\nabc", sim.FailedReply, "expected a number of orders", 0},
	{"count too long", "commands 7 21 1 2\n99999999999999999999\n", sim.FailedReply, `expected a number of orders, found "99999999999999999999\n"`, 0},
	{"empty", "commands 7 0 1 2\n", sim.FailedReply, "expected a number of orders", 0},
	{"text behind", "commands 7 7 1 2\n0\nmore\n", sim.FailedReply, `unexpected text after 0 orders: "more"`, 0},
	{"other round", "commands 8 2 1 2\n0\n", sim.FailedReply, `expected "commands 7", found "commands 8"`, 0},
	{"other word", "ready 1 Me\n", sim.FailedReply, `expected "commands 7 …", found "ready 1 Me"; does your player print to standard output?`, 0},
	{"error", "error state not understood\n", sim.FailedError, "state not understood", 0},
	{"error with control characters", "error a\x1b[2Jb\n", sim.FailedError, "a", 0},
	{"error without a reason", "error\n", sim.FailedError, "no reason given", 0},
	{"no length", "commands 7\n", sim.FailedReply, "expected", 0},
	{"bad length", "commands 7 -2\n0\n", sim.FailedReply, "expected a length", 0},
	{"nan length", "commands 7 1e3\n0\n", sim.FailedReply, "expected a length", 0},
	{"too long", "commands 7 1048577\n12\n", sim.FailedReply, "1048577 bytes; the limit is 1048576", 0},
	{"too long and too many", "commands 7 9999999\n300000\n", sim.FailedOrders, "300000 in a round; the limit is 1000", 0},
	{"too many", "commands 7 6 0 0\n1001\n\n", sim.FailedOrders, "1001 in a round; the limit is 1000", 0},
	{"long header", strings.Repeat("x", 300) + "\n", sim.FailedReply, `xxx"…; does your player print to standard output?`, 0},
	{"endless header", strings.Repeat("x", 10_000), sim.FailedReply, "a header of more than 256 bytes", 0},
	{"control bytes", "\x1b[31m\x00\n", sim.FailedReply, `"\x1b[31m\x00"`, 0},
}

func TestRepliesAreParsedOrRefused(t *testing.T) {
	t.Parallel()
	for _, r := range replies {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			for _, from := range []io.Reader{strings.NewReader(r.text), iotest.OneByteReader(strings.NewReader(r.text))} {
				var orders sim.Orders
				_, err := newMessageReader(from).readOrders(harrypotter.Game, 7, &orders)
				var fault *protocolError
				switch {
				case r.reason == "" && err != nil:
					t.Errorf("refused: %v", err)
				case r.reason == "":
					if len(orders.List()) != r.orders {
						t.Errorf("%d orders, want %d", len(orders.List()), r.orders)
					}
				case !errors.As(err, &fault):
					t.Errorf("got %v, want %s", err, r.reason)
				case fault.reason != r.reason || !strings.Contains(fault.msg, r.detail):
					t.Errorf("got %s (%s), want %s (%s)", fault.reason, fault.msg, r.reason, r.detail)
				}
			}
		})
	}
}

func TestTruncatedReplyIsTheEnd(t *testing.T) {
	t.Parallel()
	const whole = "commands 7 9 1 2\n1\n4\tm\tl\t\n"
	for n := range len(whole) {
		var orders sim.Orders
		_, err := newMessageReader(strings.NewReader(whole[:n])).readOrders(harrypotter.Game, 7, &orders)
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%q: got %v, want the end", whole[:n], err)
		}
	}
}

func TestPlayerNamesAreChecked(t *testing.T) {
	t.Parallel()
	for line, ok := range map[string]bool{
		"ready 1 Harry":           true,
		"ready 1 Çàlculús":        true, // 11 bytes
		"ready 1 123456789012":    true,
		"ready 1 1234567890123":   false,
		"ready 1 Two Words":       false,
		"ready 1":                 false,
		"ready 1 ":                false,
		"ready 2 Harry":           false,
		"ready 1 a\x1b[2J":        false,
		"ready 1 a\x7f":           false,
		"ready 1 a\xff":           false,
		"ready 1 a\u202eb":        false, // right-to-left override
		"ready 1 a\u200bb":        false, // invisible character
		"error no player":         false,
		"commands 0 2 0 0":        false,
		"ready 1 \u00a0":          false,
		"ready 1 Harry\r":         true,
		"ready   1    Harry   \t": true,
	} {
		name, err := newMessageReader(strings.NewReader(line + "\n")).readReady()
		if (err == nil) != ok {
			t.Errorf("%q: name %q, error %v", line, name, err)
		}
	}
}

func TestDescriptionIsParsed(t *testing.T) {
	t.Parallel()
	version, players, err := newMessageReader(strings.NewReader("about 1 23\nHarryPotter 1.0\nAda\nBo\n")).readDescription()
	if err != nil || version != "HarryPotter 1.0" || !slices.Equal(players, []string{"Ada", "Bo"}) {
		t.Errorf("got %q, %q, %v", version, players, err)
	}
}

func FuzzReply(f *testing.F) {
	for _, r := range replies {
		f.Add([]byte(r.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var orders sim.Orders
		in := newMessageReader(bytes.NewReader(text))
		in.readOrders(harrypotter.Game, 7, &orders)
		if cap(in.buf) > 2*maxReply+8192 {
			t.Errorf("%d bytes kept", cap(in.buf))
		}
		if orders.Calls() > sim.MaxOrders {
			t.Errorf("%d orders", orders.Calls())
		}
		newMessageReader(bytes.NewReader(text)).readReady()
		newMessageReader(bytes.NewReader(text)).readDescription()
	})
}
