package sshd

import (
	"bytes"
	"errors"
	"fmt"
	"net/netip"
	"path"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// A grant restricts when and from where a key is valid. The zero grant is always valid.
type grant struct {
	from    []pattern // nil means anywhere
	expires time.Time // zero means never
}

func (g *grant) allows(from netip.Addr, now time.Time) bool {
	if !g.expires.IsZero() && !now.Before(g.expires) {
		return false
	}
	if g.from == nil {
		return true
	}
	found := false
	for i := range g.from {
		if p := &g.from[i]; p.matches(from) {
			if p.negated {
				return false
			}
			found = true
		}
	}
	return found
}

// A pattern is an address, a network, or a text with * and ? in a from option.
type pattern struct {
	negated bool
	net     netip.Prefix
	text    string // if net is invalid
}

func (p *pattern) matches(a netip.Addr) bool {
	if p.text == "" {
		return p.net.Contains(a)
	}
	ok, _ := path.Match(p.text, a.String()) // likeAddress has rejected other special characters of path.Match
	return ok
}

// parseKeys parses an authorized_keys file. It rejects what it cannot enforce, so that no
// restriction is silently ignored.
func parseKeys(text []byte) (map[string][]grant, error) {
	keys := map[string][]grant{}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for i, line := range bytes.Split(text, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		key, _, options, _, err := gossh.ParseAuthorizedKey(line)
		if err != nil {
			return nil, fmt.Errorf("%d: no key; expected [OPTIONS] TYPE KEY [COMMENT] as in ~/.ssh/authorized_keys", i+1)
		}
		if _, ok := key.(*gossh.Certificate); ok {
			return nil, fmt.Errorf("%d: certificates are not supported; add the key itself", i+1)
		}
		g, err := parseOptions(options)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", i+1, err)
		}
		wire := string(key.Marshal())
		keys[wire] = append(keys[wire], g)
	}
	if len(keys) == 0 {
		return nil, errors.New("1: no keys; expected lines as in ~/.ssh/authorized_keys")
	}
	return keys, nil
}

// parseOptions enforces times and addresses, accepts options that forbid what the server never
// offers, and rejects all others.
func parseOptions(options []string) (g grant, err error) {
	for _, option := range options {
		name, value, valued := strings.Cut(option, "=")
		value, quoted := unquote(value)
		switch kind := strings.ToLower(name); kind {
		case "from", "expiry-time", "permitopen", "permitlisten":
			switch {
			case !valued || !quoted:
				return g, fmt.Errorf("%s needs a value: type %s=\"...\"", shorten(name), shorten(name))
			case kind == "from" && g.from != nil:
				return g, errors.New("duplicate option from; join the lists with a comma")
			case kind == "from":
				g.from, err = parseFrom(value)
			case kind == "expiry-time":
				var t time.Time
				if t, err = parseExpiry(value); g.expires.IsZero() || t.Before(g.expires) {
					g.expires = t
				}
			}
			if err != nil {
				return g, err
			}
		case "no-port-forwarding", "no-agent-forwarding", "no-x11-forwarding", "no-user-rc":
			if valued {
				return g, refusedOption(name)
			}
		default:
			return g, refusedOption(name)
		}
	}
	return g, nil
}

func refusedOption(name string) error {
	return fmt.Errorf("unsupported option %s; expected from, expiry-time or options that forbid forwarding and user-rc", shorten(name))
}

func unquote(value string) (string, bool) {
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return value, false
	}
	return strings.ReplaceAll(value[1:len(value)-1], `\"`, `"`), true
}

func parseFrom(list string) ([]pattern, error) {
	var patterns []pattern
	for _, word := range strings.Split(list, ",") {
		word = strings.TrimSpace(word)
		var p pattern
		text := word
		text, p.negated = strings.CutPrefix(text, "!")
		if a, err := netip.ParseAddr(text); err == nil && a.Zone() == "" {
			a = a.Unmap()
			p.net = netip.PrefixFrom(a, a.BitLen())
		} else if n, err := netip.ParsePrefix(text); err == nil && n == n.Masked() && !n.Addr().Is4In6() {
			p.net = n
		} else if strings.ContainsAny(text, "*?") && looksLikeAddress(text) {
			p.text = strings.ToLower(text)
		} else {
			return nil, fmt.Errorf("from: expected an address, a network (10.0.0.0/8) or a pattern (10.*), found %q; host names are not looked up", shorten(word))
		}
		patterns = append(patterns, p)
	}
	return patterns, nil
}

func looksLikeAddress(pattern string) bool {
	return strings.Trim(pattern, "0123456789.*?") == "" ||
		strings.Contains(pattern, ":") && strings.Trim(strings.ToLower(pattern), "0123456789abcdef.:*?") == ""
}

// parseExpiry parses YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS in local time, or in UTC with a
// trailing Z.
func parseExpiry(text string) (time.Time, error) {
	digits, utc := strings.CutSuffix(text, "Z")
	zone := time.Local
	if utc {
		zone = time.UTC
	}
	layouts := map[int]string{8: "20060102", 12: "200601021504", 14: "20060102150405"}
	if layout := layouts[len(digits)]; layout != "" && strings.Trim(digits, "0123456789") == "" {
		if t, err := time.ParseInLocation(layout, digits, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("expiry-time: expected YYYYMMDD or YYYYMMDDHHMM, with a final Z for UTC, found %s", shorten(text))
}
