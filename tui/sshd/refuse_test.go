package sshd

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/simtest"
	"game-tui/tui/export"
)

// execute runs a command without a terminal.
func execute(t *testing.T, c *gossh.Client, command string) (stdout, stderr string, status int) {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	s.Stdout, s.Stderr = &out, &errs
	err = s.Run(command)
	return out.String(), errs.String(), exitStatus(err)
}

func TestCommandsOverSSH(t *testing.T) {
	t.Parallel()
	src := newLobbyStage()
	r := start(t, src, nil)
	grow(src.now(), 130)
	tests := []struct {
		command, stdout, stderr string
		status                  int
	}{
		{"list", "match     live              Harry Potter\nold.res   200 rounds 0:40   Harry Potter   Greedy wins 2134, Hunter 1207", "", 0},
		{"watch match", "round 130/200", "", 0},
		{"watch match@120", "round 120/200", "", 0},
		{"watch match@199", "round 130/200", "", 0}, // the newest round
		{"watch old.res", "winner: ", "", 0},
		{"watch old", "winner: ", "", 0}, // .res is optional
		{"watch old@7", "round 7/200", "", 0},
		{"watch old.res@7:3", "round 7/200", "", 0},
		{"watch old@7:4321", "", "unit 4321 does not appear in round 7", 1},
		{"watch match@300", "", "round 300: the match has rounds 0 to 200", 1},
		{"watch old@500", "", "round 500: the match has rounds 0 to 200", 1},
		{"watch matc", "", "no match named matc", 1},
		{"watch", "old.res", "", 0},
		{"fetch match", strings.Repeat("line\n", 40_000), "", 0},
		{"fetch nothing", "", "no match named nothing", 1},
		{"watch old --plain", "\n200 end: winner: ", "", 0},
		{"watch --plain old@199", "199 player 3: ", "", 0},
		{"watch --plain --only out old@199", "199 player 3: Player3\n200 end: ", "", 0},
		{"watch old --only out", "", "--only requires line output; add --plain", 2},
		{"watch old --plain --only mine", "", "--only mine requires a player; add --me", 2},
		{"watch old --plain --only x\x1b", "", `--only "x\x1b": expected one or more of lead, `, 2},
		{"watch old@500 --plain", "", "round 500: the match has rounds 0 to 200", 1},
		{"watch nothing", "", "no match named nothing", 1},
		{"watch bad.res", "", "bad.res:3: expected a number", 1},
		{"watch match@x", "", `"x" is not a round`, 2},
		{"watch match@-1", "", `"-1" is not a round`, 2},
		{"watch ../../etc/passwd", "", "invalid match name", 2},
		{"fetch /etc/passwd", "", "invalid match name", 2},
		{"fetch", "", "invalid command", 2},
		{"export old --format cast --to 2", `"title":"Harry Potter`, "", 0},
		{"export old --format txt --round 7", "round 7/200", "", 0},
		{"export old@7 --format txt", "round 7/200", "", 0},
		{"export match --format txt", "round 130/200", "", 0}, // the newest round
		{"export nothing", "", "no match named nothing", 1},
		{"export old --from 300", "", "expected rounds from 0 to 200", 1},
		{"export old --size 500x200 --cell 64x64 --format png", "", "exceeds 32 million pixels", 1},
		{"export", "", "export NAME > FILE.html", 2},
		{"help", "ssh HOST fetch NAME > FILE.res ", "", 0},
		{"--help", "ssh -t HOST watch NAME ", "", 0},
		{"-h", "? shows all keys", "", 0},
		{"export --help", strings.Join(export.FormatNames(), ", "), "", 0},
		{"export old --help", "(" + strings.Join(export.FormatNames(), ", ") + ")", "", 0},
		{"watch -h", "ssh HOST watch NAME --plain ", "", 0},
		{"watch old --plain --me Nobody", "", `--me "Nobody": expected one of `, 1},
		{"watch old --me Nobody", "", `--me "Nobody": expected one of `, 1},
		{"watch old@7 --me Nobody", "", `--me "Nobody": expected one of `, 1},
		{"export old -o /tmp/x", "", "unknown shorthand flag: 'o'", 2},
		{"export old old", "", `unexpected argument "old"`, 2},
		{"export ../x", "", "invalid match name", 2},
		{"export old --format webp", "", `--format "webp": expected one of html`, 2},
		{"export old --speed NaN", "", "--speed NaN", 2},
		{"ls -la", "", `invalid command "ls"`, 2},
		{"scp -t /tmp", "", `invalid command "scp"`, 2},
		{"\x1b[2J", "", `invalid command "?[2J"`, 2},
		{strings.Repeat("x", 10_000), "", "too long", 2},
	}
	for _, tt := range tests {
		stdout, stderr, status := execute(t, r.mustDial(t), tt.command)
		if status != tt.status || !strings.Contains(stdout, tt.stdout) || !strings.Contains(stderr, tt.stderr) {
			t.Errorf("%.40q: status %d, stdout %.200q, stderr %.200q", tt.command, status, stdout, stderr)
		}
		if strings.ContainsAny(stderr, "\x1b") {
			t.Errorf("%.40q: control bytes in %q", tt.command, stderr)
		}
	}
	c := r.watch(t, ask{command: "watch match@120"})
	c.awaitText(t, "round 120/200")
	c.awaitText(t, "paused")
	c = r.watch(t, ask{command: "watch old@120"})
	c.awaitText(t, "round 120/200")
	c = r.watch(t, ask{command: "watch old@120:3"})
	c.awaitText(t, "round 120/200")
	c = r.watch(t, ask{command: "watch old@500"})
	c.awaitText(t, "round 500: the match has rounds 0 to 200")
	c = r.watch(t, ask{command: "watch old --me Nobody"})
	c.awaitText(t, `--me "Nobody": expected one of `)
	c = r.watch(t, ask{command: "list"})
	c.await(t, "the list", func() bool { return strings.Contains(c.received(), "match     live") })
	if got := c.awaitExit(t); got != 0 || !strings.Contains(c.received(), "\r\n") {
		t.Errorf("status %d, %q", got, c.received())
	}
}

func TestLinesOverSSH(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	rec := src.now()
	sess, err := r.mustDial(t).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, _ := sess.StdoutPipe()
	if err := sess.Start("watch --plain"); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	until := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.ContainsRune(lines.Text(), 0x1b) {
				t.Errorf("an escape code in %q", lines.Text())
			}
			if strings.HasPrefix(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("no line %q: %v", want, lines.Err())
	}
	until("0 scores: ")
	grow(rec, 1)
	until("1 scores: ")
	grow(rec, rec.Rounds()-1)
	until("200 end: winner: ")
	if err := sess.Wait(); err != nil {
		t.Error(err)
	}
	c := r.watch(t, ask{command: "watch match --plain"})
	if got := c.awaitExit(t); got != 1 {
		t.Errorf("with a terminal: status %d, %q", got, c.received())
	}
}

func TestErrorsFillTheWindow(t *testing.T) {
	t.Parallel()
	r := start(t, newLobbyStage(), nil)
	_, stderr, _ := execute(t, r.mustDial(t), "watch long.res")
	if !strings.Contains(stderr, longError) {
		t.Errorf("without a terminal: %q", stderr)
	}
	r.watch(t, ask{command: "watch long.res"}).awaitText(t, longError)
}

func TestBoardInASCII(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	grow(src.now(), 3)
	for _, env := range []map[string]string{{"LANG": "C"}, {"LC_ALL": "C", "LANG": "en_US.UTF-8"}, {"LC_CTYPE": "POSIX"}} {
		c := r.watch(t, ask{env: env})
		letters := func(what string) {
			t.Helper()
			c.await(t, what, func() bool {
				text := c.text()
				return strings.Contains(text, "round ") && strings.Count(text, "[") > 5 && strings.Count(text, "#") < 20
			})
			for _, c := range c.text() {
				if c > 0x7e {
					t.Errorf("%s: %q on the screen", what, c)
					return
				}
			}
		}
		c.awaitText(t, "round 3/200")
		letters("live")
		c.press(t, "h")
		c.awaitText(t, "round 2/200")
		letters("on one's own")
		c.press(t, "t")
		letters("another palette")
		c.press(t, "L")
		c.awaitText(t, "round 3/200")
		letters("live again")
	}
}

func TestOnlyMatchNeedsNoName(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	grow(src.now(), 5)
	if out, _, status := execute(t, r.mustDial(t), "watch"); status != 0 || !strings.Contains(out, "round 5/200") {
		t.Errorf("status %d, %.100q", status, out)
	}
	c := r.watch(t, ask{command: "watch @3"})
	c.awaitText(t, "round 3/200")
}

func TestRefusedRequestsDisturbNobody(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	other := r.watch(t, ask{})
	other.awaitText(t, "round 0/200")
	pty := func(s *gossh.Session) error { return s.RequestPty("xterm", 24, 80, nil) }
	for name, try := range map[string]func(*gossh.Client, *gossh.Session) error{
		"sftp":        func(_ *gossh.Client, s *gossh.Session) error { return s.RequestSubsystem("sftp") },
		"environment": func(_ *gossh.Client, s *gossh.Session) error { return s.Setenv("LD_PRELOAD", "/tmp/x.so") },
		"long value":  func(_ *gossh.Client, s *gossh.Session) error { return s.Setenv("LANG", strings.Repeat("x", 100)) },
		"strange value": func(_ *gossh.Client, s *gossh.Session) error {
			return s.Setenv("COLORTERM", "../\x1b[2J")
		},
		"agent": func(_ *gossh.Client, s *gossh.Session) error {
			return refusedErr(s.SendRequest("auth-agent-req@openssh.com", true, nil))
		},
		"X11": func(_ *gossh.Client, s *gossh.Session) error {
			return refusedErr(s.SendRequest("x11-req", true, make([]byte, 32)))
		},
		"malformed terminal": func(_ *gossh.Client, s *gossh.Session) error {
			return refusedErr(s.SendRequest("pty-req", true, []byte{0xff, 0xff, 0xff, 0xff}))
		},
		"shell twice": func(_ *gossh.Client, s *gossh.Session) error {
			if err := errors.Join(pty(s), s.Shell()); err != nil {
				t.Error(err)
			}
			return refusedErr(s.SendRequest("shell", true, nil))
		},
		"terminal twice": func(_ *gossh.Client, s *gossh.Session) error {
			if err := pty(s); err != nil {
				t.Error(err)
			}
			return pty(s)
		},
		"second session": func(c *gossh.Client, _ *gossh.Session) error {
			_, err := c.NewSession()
			return err
		},
		"forwarding to us": func(c *gossh.Client, _ *gossh.Session) error {
			_, err := c.Listen("tcp", "127.0.0.1:0")
			return err
		},
		"forwarding from us": func(c *gossh.Client, _ *gossh.Session) error {
			_, err := c.Dial("tcp", r.addr)
			return err
		},
		"many channels": func(c *gossh.Client, _ *gossh.Session) error {
			go func() { // a client may wait for ever on a closed connection
				for range 2 * maxChannels {
					_, _, _ = c.OpenChannel("direct-streamlocal@openssh.com", nil)
				}
			}()
			return c.Wait()
		},
	} {
		c := r.mustDial(t)
		s, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if try(c, s) == nil {
			t.Errorf("%s: granted", name)
		}
	}
	var text bytes.Buffer
	r.writeMetrics(&text)
	for _, want := range []string{`refusals_total{what="request"}`, `refusals_total{what="forwarding"}`, `drops_total{reason="channels"} 1`} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %s in the metrics:\n%s", want, text.String())
		}
	}
	grow(src.now(), 2)
	other.awaitText(t, "round 2/200")
}

func refusedErr(ok bool, err error) error {
	if err == nil && !ok {
		return errors.New("refused")
	}
	return err
}

// authOf returns the Auth of two files; an empty text means no file.
func authOf(keys, passwords string) (*Auth, error) {
	var files [2]*AuthFile
	for i, text := range []string{keys, passwords} {
		if text != "" {
			files[i] = &AuthFile{Name: []string{"keys", "passwords"}[i], Text: []byte(text)}
		}
	}
	a, err := NewAuth(files[0], files[1])
	if a != nil {
		a.decoyHash, _ = bcrypt.GenerateFromPassword([]byte("decoy"), bcrypt.MinCost) // a low cost keeps tests fast
	}
	return a, err
}

func TestKeysAndPasswords(t *testing.T) {
	t.Parallel()
	good, bad := newKey(), newKey()
	hash, err := bcrypt.GenerateFromPassword([]byte("secret"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	keys := "# people\n\n" + string(gossh.MarshalAuthorizedKey(good.PublicKey())) + "\n# end\n"
	passwords := "# people\nanna:" + string(hash) + "\n"
	everybody := "*:" + string(hash) + "\n"
	tests := []struct {
		name            string
		keys, passwords string
		auth            gossh.AuthMethod
		want            bool
	}{
		{"anyone", "", "", nil, true},
		{"the right key", keys, "", gossh.PublicKeys(good), true},
		{"a wrong key", keys, "", gossh.PublicKeys(bad), false},
		{"no key", keys, "", nil, false},
		{"a password where keys are asked for", keys, "", gossh.Password("secret"), false},
		{"the right password of another", "", passwords, gossh.Password("secret"), false},
		{"the right password", "", everybody, gossh.Password("secret"), true},
		{"a wrong password", "", everybody, gossh.Password("Secret"), false},
		{"an endless password", "", everybody, gossh.Password(strings.Repeat("secret", 1000)), false},
		{"either", keys, everybody, gossh.Password("secret"), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			auth, err := authOf(tt.keys, tt.passwords)
			if err != nil {
				t.Fatal(err)
			}
			r := start(t, newStage(), func(c *Config) { c.Auth = auth })
			var methods []gossh.AuthMethod
			if tt.auth != nil {
				methods = append(methods, tt.auth)
			}
			c, err := r.dial(methods...)
			if (err == nil) != tt.want {
				t.Errorf("let in: %v (%v)", err == nil, err)
			}
			if err == nil {
				c.Close()
			}
		})
	}
}

func TestInvalidAuthFiles(t *testing.T) {
	t.Parallel()
	costly := "$2a$14$XxxxxxxxxxxxxxxxxxxxxuXxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	tests := []struct{ keys, passwords, want string }{
		{"# nothing\n", "", "keys:1: no keys; expected"},
		{"", "anna\n", "passwords:1: expected NAME:HASH"},
		{"", "# x\nanna:secret\n", ":2: not a bcrypt hash"},
		{"", "anna:" + costly + "\n", "cost 14 is above 12"},
		{"", "\n", "no passwords; expected"},
	}
	for _, tt := range tests {
		if _, err := authOf(tt.keys, tt.passwords); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q %q: %v, want %s", tt.keys, tt.passwords, err, tt.want)
		}
	}
	if a, err := NewAuth(nil, nil); a != nil || err != nil {
		t.Errorf("no files: %v %v", a, err)
	}
}

func TestFullServerRefusesSessions(t *testing.T) {
	t.Parallel()
	_, r := startStage(t, func(c *Config) { c.Sessions = 1 })
	a := r.watch(t, ask{})
	a.awaitText(t, "round 0/200")
	b := r.watch(t, ask{})
	if got := b.awaitExit(t); got != 1 || !strings.Contains(b.received(), "the server is full; try again later") {
		t.Errorf("status %d, %q", got, b.received())
	}
	a.press(t, "q")
	a.awaitExit(t)
	eventually(t, "room again", func() bool { return r.admission.Counts().Sessions == 0 })
	r.watch(t, ask{}).awaitText(t, "round 0/200")
}

func TestConnectionsPerAddressAreBounded(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, func(c *Config) { c.ConnectionsPerAddress = 2 })
	a, b := r.watch(t, ask{}), r.watch(t, ask{})
	a.awaitText(t, "2 watching")
	c := r.watch(t, ask{})
	if got := c.awaitExit(t); got != 1 || !strings.Contains(c.received(), "too many connections from your address") {
		t.Errorf("status %d, %q", got, c.received())
	}
	b.press(t, "q")
	b.awaitExit(t)
	a.awaitText(t, "1 watching")
	eventually(t, "the place is free", func() bool {
		d, err := r.dial()
		if err != nil {
			return false
		}
		defer d.Close()
		s, err := d.NewSession()
		return err == nil && s.Run("list") == nil
	})
	grow(src.now(), 1)
	a.awaitText(t, "round 1/200")
}

// hangUp waits until the server closes a connection.
func hangUp(t *testing.T, c net.Conn) {
	t.Helper()
	_ = c.SetReadDeadline(simtest.Deadline(t))
	if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the server keeps the connection")
	}
	c.Close()
}

func connect(t *testing.T, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSlowHandshakeIsDropped(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, func(c *Config) { c.HandshakeTimeout = 3 * time.Second }) // long enough for other logins on a busy machine
	a := r.watch(t, ask{})
	silent := connect(t, r.addr)
	half := connect(t, r.addr)
	if _, err := io.WriteString(half, "SSH-2.0-x\r\n"); err != nil {
		t.Fatal(err)
	}
	idle, err := r.dial() // logs in and opens no session
	if err != nil {
		t.Fatal(err)
	}
	hangUp(t, silent)
	hangUp(t, half)
	_ = idle.Wait()
	grow(src.now(), 1)
	a.awaitText(t, "round 1/200")
	if got := r.admission.Drops.String(); got != `{"handshake": 3}` {
		t.Errorf("drops: %s", got)
	}
}

func TestHonestClientGetsThroughCrowd(t *testing.T) {
	t.Parallel()
	_, r := startStage(t, func(c *Config) { c.Pending = 8 })
	for range 20 {
		defer connect(t, r.addr).Close()
	}
	eventually(t, "the crowd", func() bool { return r.admission.Counts().Pending == 8 })
	eventually(t, "an honest client", func() bool {
		c, err := r.dial()
		if err != nil {
			return false
		}
		defer c.Close()
		return r.admission.Counts().Pending <= 8
	})
}
