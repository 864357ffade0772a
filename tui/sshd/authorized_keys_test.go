package sshd

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

func keyLine(options string, key gossh.Signer) string {
	return strings.TrimPrefix(options+" "+string(gossh.MarshalAuthorizedKey(key.PublicKey())), " ")
}

func TestKeyIsBoundToAddresses(t *testing.T) {
	t.Parallel()
	key := testKey()
	tests := []struct {
		list, address string
		want          bool
	}{
		{"10.0.0.1", "10.0.0.1", true},
		{"10.0.0.1", "10.0.0.2", false},
		{"10.0.0.1", "::ffff:10.0.0.1", true},
		{"::ffff:10.0.0.1", "10.0.0.1", true},
		{"10.0.0.0/8", "10.9.9.9", true},
		{"10.0.0.0/8", "11.0.0.0", false},
		{"10.0.0.1,2001:db8::/32", "2001:db8::5", true},
		{"2001:db8::5", "2001:db8:0::5", true},
		{"10.0.0.0/8", "::1", false},
	}
	for _, tt := range tests {
		a, err := authOf(keyLine(`from="`+tt.list+`"`, key), "")
		if err != nil {
			t.Errorf("%s: %v", tt.list, err)
			continue
		}
		if got := a.acceptsKey(key.PublicKey(), netip.MustParseAddr(tt.address).Unmap()); got != tt.want {
			t.Errorf("from %s, at %s: %v", tt.list, tt.address, got)
		}
	}
}

func TestKeyExpires(t *testing.T) {
	t.Parallel()
	key := testKey()
	at := func(text string) time.Time {
		v, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	local := time.Date(2026, 3, 1, 12, 30, 0, 0, time.Local)
	tests := []struct {
		options string
		now     time.Time
		want    bool
	}{
		{`expiry-time="20260301Z"`, at("2026-02-28T23:59:59Z"), true},
		{`expiry-time="20260301Z"`, at("2026-03-01T00:00:00Z"), false},
		{`expiry-time="202603011230Z"`, at("2026-03-01T12:29:59Z"), true},
		{`expiry-time="20260301123005Z"`, at("2026-03-01T12:30:05Z"), false},
		{`expiry-time="202603011230"`, local.Add(-time.Second), true},
		{`expiry-time="202603011230"`, local, false},
	}
	for _, tt := range tests {
		a, err := authOf(keyLine(tt.options, key), "")
		if err != nil {
			t.Errorf("%s: %v", tt.options, err)
			continue
		}
		g := a.keys[string(key.PublicKey().Marshal())][0]
		if got := g.allows(netip.MustParseAddr("10.0.0.1"), tt.now); got != tt.want {
			t.Errorf("%s at %v: %v", tt.options, tt.now, got)
		}
	}
}

func TestUnsupportedKeyOptionsAreRejected(t *testing.T) {
	t.Parallel()
	key, other := keyLine("", testKey()), keyLine("", newKey())
	fine := []string{
		key, "\ufeff" + key, strings.ReplaceAll(key+other, "\n", "\r\n"), "# x\n\n  " + key + "\n\t\n#\n",
		"no-port-forwarding,no-agent-forwarding,No-X11-Forwarding,no-user-rc " + key,
		`permitopen="10.0.0.1:80",permitlisten="8080" ` + key,
		`from="10.0.0.1, 10.0.0.2",expiry-time="20990101" ` + key,
	}
	for _, text := range fine {
		if a, err := authOf(text, ""); err != nil || len(a.keys) == 0 {
			t.Errorf("%q: %v", text, err)
		}
	}
	bad := []struct{ text, want string }{
		{key + "garbage\n", "keys:2: no key; expected"},
		{key + "ssh-ed25519\n", "keys:2: no key; expected"},
		{"# x\n" + strings.Replace(key, "AAAA", "AAAB", 1), "keys:2: no key"},
		{`from="10.0.0.1 ` + key, "keys:1: no key"},
		{"restrict " + key, "keys:1: unsupported option restrict"},
		{key + `command="sh" ` + other, "keys:2: unsupported option command"},
		{"cert-authority " + key, "unsupported option cert-authority"},
		{`environment="A=b" ` + key, "unsupported option environment"},
		{"no-pty " + key, "unsupported option no-pty"},
		{"pty " + key, "unsupported option pty"},
		{"verify-required " + key, "unsupported option verify-required"},
		{`tunnel="1" ` + key, "unsupported option tunnel"},
		{`no-user-rc="x" ` + key, "unsupported option no-user-rc"},
		{"from " + key, "unsupported option from"},
		{"from=10.0.0.1 " + key, "unsupported option from"},
		{`from="10.0.0.1",from="10.0.0.2" ` + key, "unsupported option from; expected from=\"...\" or expiry-time=\"...\", each at most once"},
		{`expiry-time="20990101",expiry-time="20260301Z" ` + key, "unsupported option expiry-time"},
		{`from="" ` + key, "expected addresses or networks"},
		{`from="10.0.0.1,,10.0.0.2" ` + key, "expected addresses or networks"},
		{`from="!10.0.0.1" ` + key, "expected addresses or networks"},
		{`from="10.*" ` + key, "expected addresses or networks"},
		{`from="10.0.0.1/8" ` + key, "expected addresses or networks"},
		{`from="300.0.0.1" ` + key, "expected addresses or networks"},
		{`from="localhost" ` + key, "expected addresses or networks"},
		{`expiry-time="2026" ` + key, "for UTC, found 2026"},
		{`expiry-time="20261399" ` + key, "expiry-time: expected YYYYMMDD"},
		{`expiry-time="tomorrow" ` + key, "expiry-time: expected YYYYMMDD"},
	}
	for _, tt := range bad {
		if _, err := authOf(tt.text, ""); err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestKeyUsesAddressOfConnection(t *testing.T) {
	t.Parallel()
	key := newKey()
	auth, err := authOf(keyLine(`from="127.0.0.1,127.0.0.3"`, key), "")
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, newStage(), func(c *Config) { c.Auth = auth })
	if _, err := r.dialFrom(t, "127.0.0.2", gossh.PublicKeys(key)); err == nil {
		t.Error("let in from an address that is not allowed")
	}
	c, err := r.dialFrom(t, "127.0.0.3", gossh.PublicKeys(key))
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

func FuzzKeys(f *testing.F) {
	line := keyLine("", testKey())
	for _, options := range []string{"", `from="10.*,!::1/64",expiry-time="20260101Z"`, "restrict", `a="\"`, `from="*?*?*"`} {
		f.Add([]byte(options+" "+line), "10.0.0.1")
	}
	f.Fuzz(func(t *testing.T, text []byte, address string) {
		auth, err := NewAuth(&AuthFile{Name: "keys", Text: text}, nil)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("%q", err)
			}
			return
		}
		a, err := netip.ParseAddr(address)
		if err != nil {
			return
		}
		for _, list := range auth.keys {
			for i := range list {
				list[i].allows(a, time.Now())
			}
		}
	})
}
