package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/netip"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestServeSaysWhatToType(t *testing.T) {
	t.Parallel()
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	for addr, want := range map[string]string{
		"127.0.0.1:2222":     "ssh -p 2222 localhost",
		"[::1]:22":           "ssh localhost",
		"0.0.0.0:2222":       "ssh -p 2222 " + host,
		"[::]:22":            "ssh " + host,
		"192.0.2.7:2222":     "ssh -p 2222 192.0.2.7",
		"[2001:db8::1]:2200": "ssh -p 2200 2001:db8::1",
	} {
		if got := sshCommand(netip.MustParseAddrPort(addr)); got != want {
			t.Errorf("%s: %q, want %q", addr, got, want)
		}
	}
}

// TestLogsShowNoHostileTextAsItIs logs hostile texts that clients and files may contain.
func TestLogsShowNoHostileTextAsItIs(t *testing.T) {
	t.Parallel()
	const hostile = "ho\x1b\x7f\u0085\u009b\u202e\u2066\ufeff\U000e0001\xffstile"
	for _, format := range []string{"text", "json"} {
		var b bytes.Buffer
		logger, err := (&Config{LogFormat: format, Stderr: &b}).newLogger()
		if err != nil {
			t.Fatal(err)
		}
		logger.Info(hostile, "user", hostile, hostile, errors.New(hostile), "del", "a\x7fb")
		line := b.String()
		if strings.ContainsFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(line) || strings.Count(line, "stile") != 4 {
			t.Errorf("%s: got %q", format, line)
		}
		if format == "json" {
			var v map[string]any
			if err := json.Unmarshal(b.Bytes(), &v); err != nil || v["del"] != "a\x7fb" {
				t.Errorf("got %q, %v", line, err)
			}
		}
	}
}
