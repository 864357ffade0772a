package serve

import (
	"net/netip"
	"os"
	"testing"
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
		if got := sshLine(netip.MustParseAddrPort(addr)); got != want {
			t.Errorf("%s: %q, want %q", addr, got, want)
		}
	}
}
