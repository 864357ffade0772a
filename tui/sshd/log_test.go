package sshd

import (
	"errors"
	"net"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/simtest"
	"game-tui/tui/sshd/admission"
)

func TestFloodsOfRequestsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	const many = 2000
	r := start(t, newStage(), nil)
	c := r.mustDial(t)
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	for range many {
		_, err1 := s.SendRequest("x11-req", false, nil)
		_, _, err2 := c.SendRequest("tcpip-forward", false, nil)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.SendRequest("env", true, nil); err != nil { // all requests before it are answered
		t.Fatal(err)
	}
	if _, _, err := c.SendRequest("tcpip-forward", true, nil); err != nil {
		t.Fatal(err)
	}
	c.Close()
	r.awaitLog(t, `msg=refuse .*what=forwarding detail=tcpip-forward\n`, `msg=refuse .*what=request detail=x11-req\n`)
	if lines := strings.Count(r.out.String(), "\n"); lines != 2 {
		t.Errorf("%d lines, want 2:\n%.2000s", lines, r.out)
	}
}

func TestRefusedCommandIsLogged(t *testing.T) {
	t.Parallel()
	r := start(t, newStage(), nil)
	command := "watch match --plain --only lead,out,orders,of,the,north,side,of,this,board,and,nothing,else"
	_, refusal, _ := execute(t, r.mustDial(t), command)
	refusal = strings.TrimSpace(refusal)
	if len(refusal) < 100 {
		t.Fatalf("the refusal is %q, want a long one", refusal)
	}
	r.awaitLog(t, "what=command detail="+regexp.QuoteMeta(strconv.Quote(refusal))+"\n")
	r.report(admission.Event{Remote: "client", Kind: "request", Detail: strings.Repeat("x", 10*maxMessageLen)})
	r.awaitLog(t, `msg=refuse remote=client what=request detail=x{300,400}[.]{3}\n`)
}

func TestFailedLoginsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	hash, err := bcrypt.GenerateFromPassword([]byte("secret"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	auth, err := authOf("", "anna:"+string(hash)+"\n")
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, newStage(), func(c *Config) { c.Auth = auth })
	guess := gossh.RetryableAuthMethod(gossh.PasswordCallback(func() (string, error) { return "guess", nil }), 20)
	if _, err := r.dial(guess); err == nil {
		t.Fatal("let in")
	}
	r.awaitLog(t, `msg=refuse .*what=login detail=password\n`)
	if lines := strings.Count(r.out.String(), "\n"); lines != 1 {
		t.Errorf("%d lines, want 1:\n%s", lines, r.out)
	}
}

// scripted is a listener that returns errs in turn, with a connection for nil, and then
// net.ErrClosed.
type scripted struct {
	net.Listener
	left []error
}

func (s *scripted) Accept() (net.Conn, error) {
	if len(s.left) == 0 {
		return nil, net.ErrClosed
	}
	err := s.left[0]
	s.left = s.left[1:]
	if err != nil {
		return nil, err
	}
	near, far := net.Pipe()
	return near, far.Close()
}

func (s *scripted) Close() error { return nil }

func TestFailedAcceptsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	r := start(t, newStage(), nil)
	none := errors.New("too many open files")
	_ = r.admission.Serve(t.Context(), &scripted{left: []error{none, none, none, nil, none}}, &r.wg, nil, r.serveConnection)
	r.awaitLog(t, `(?s)^\S* level=WARN msg=accept error="too many open files"\n$`)
}

func TestPanicsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	r := start(t, newStage(), nil)
	for range 5 {
		func() {
			defer r.recoverPanic("in a drawing", nil)
			panic("boom")
		}()
	}
	r.shutDown(t)
	r.awaitLog(t, `msg="panic in a drawing" panic=boom stack=`)
	if n := strings.Count(r.out.String(), "stack="); n != 1 {
		t.Errorf("%d stacks, want 1", n)
	}
}

// awaitLog waits until the log has these lines.
func (r *rig) awaitLog(t *testing.T, lines ...string) {
	t.Helper()
	for _, line := range lines {
		simtest.Await(t, line, func() bool { return regexp.MustCompile(line).MatchString(r.out.String()) }, r.out.String)
	}
}
