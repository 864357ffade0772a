package sshd

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// A keyRestriction limits when and from where a key is accepted. The zero value imposes no
// restrictions.
type keyRestriction struct {
	networks []netip.Prefix // nil means all networks
	expiry   time.Time      // zero means never
}

func (g *keyRestriction) allows(addr netip.Addr, now time.Time) bool {
	contains := func(n netip.Prefix) bool { return n.Contains(addr) }
	return (g.expiry.IsZero() || now.Before(g.expiry)) && (g.networks == nil || slices.ContainsFunc(g.networks, contains))
}

// addKey adds the key on a line of an authorized_keys file. It rejects certificates and options
// that the server cannot enforce.
func (a *Auth) addKey(line string) error {
	key, _, options, _, err := gossh.ParseAuthorizedKey([]byte(line))
	if err != nil {
		return errors.New("no key; expected [OPTIONS] TYPE KEY [COMMENT] as in ~/.ssh/authorized_keys")
	}
	if _, ok := key.(*gossh.Certificate); ok {
		return errors.New("certificates are not supported; add the key itself")
	}
	g, err := parseKeyOptions(options)
	if err != nil {
		return err
	}
	wire := string(key.Marshal())
	a.keys[wire] = append(a.keys[wire], g)
	return nil
}

// parseKeyOptions parses time and address restrictions. It ignores options that restrict features the
// server lacks, and rejects all others.
func parseKeyOptions(options []string) (g keyRestriction, err error) {
	for _, option := range options {
		name, value, valued := strings.Cut(option, "=")
		text, unquoted := strconv.Unquote(value)
		quoted := unquoted == nil
		switch kind := strings.ToLower(name); {
		case kind == "from" && quoted && g.networks == nil:
			g.networks, err = parseNetworks(text)
		case kind == "expiry-time" && quoted && g.expiry.IsZero():
			g.expiry, err = parseExpiry(text)
		case (kind == "permitopen" || kind == "permitlisten") && quoted:
		case !valued && slices.Contains([]string{"no-port-forwarding", "no-agent-forwarding", "no-x11-forwarding", "no-user-rc"}, kind):
		default:
			return g, fmt.Errorf("unsupported option %s; expected from=\"...\" or expiry-time=\"...\", each at most once, or options that forbid forwarding or user-rc", shorten(name))
		}
		if err != nil {
			return g, err
		}
	}
	return g, nil
}

func parseNetworks(text string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		n, err := netip.ParsePrefix(word)
		if a, err2 := netip.ParseAddr(word); err2 == nil && a.Zone() == "" {
			n, err = a.Unmap().Prefix(a.Unmap().BitLen())
		}
		if err != nil || n != n.Masked() || n.Addr().Is4In6() {
			return nil, fmt.Errorf("from: expected addresses or networks such as 10.0.0.0/8, found %q", shorten(word))
		}
		networks = append(networks, n)
	}
	return networks, nil
}

// parseExpiry parses YYYYMMDD[HHMM[SS]] in local time, or in UTC if a Z follows.
func parseExpiry(text string) (time.Time, error) {
	digits, utc := strings.CutSuffix(text, "Z")
	zone := time.Local
	if utc {
		zone = time.UTC
	}
	for _, layout := range []string{"20060102", "200601021504", "20060102150405"} {
		if t, err := time.ParseInLocation(layout, digits, zone); err == nil && len(digits) == len(layout) {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("expiry-time: expected YYYYMMDD or YYYYMMDDHHMM[SS], optionally followed by Z for UTC, found %s", shorten(text))
}
