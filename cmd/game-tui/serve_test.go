package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"

	"game-tui/sim/league"
	"game-tui/sim/simtest"
	"game-tui/tui/sshd"
)

// serverLog collects the log of serve.
type serverLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *serverLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *serverLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// find waits for a line and returns the match of the pattern's group.
func (l *serverLog) find(t *testing.T, pattern string) string {
	t.Helper()
	re := regexp.MustCompile(pattern)
	var m []string
	simtest.Await(t, pattern+" in the log", func() bool {
		m = re.FindStringSubmatch(l.String())
		return m != nil
	}, l.String)
	return m[1]
}

// startServer runs the command until the end of the test and returns its log.
func startServer(t *testing.T, args ...string) *serverLog {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out := &serverLog{}
	cmd := serveCommand()
	cmd.SetErr(out)
	cmd.SetArgs(append([]string{"--listen", "127.0.0.1:0", "--host-key", filepath.Join(t.TempDir(), "key")}, args...))
	done := make(chan error, 1)
	go func() { done <- cmd.ExecuteContext(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := simtest.Receive(t, "the end of serve", done); err != nil {
			t.Error(err)
		}
	})
	return out
}

// sshRun runs a command over SSH. The command must succeed.
func sshRun(t *testing.T, addr, command string) string {
	t.Helper()
	out, err := sshTry(t, addr, command)
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return out
}

// dialed returns a client that is connected until the end of the test.
func dialed(t *testing.T, addr string) *ssh.Client {
	t.Helper()
	c, err := ssh.Dial("tcp", addr, &ssh.ClientConfig{User: "test", HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// sshTry runs a command over SSH.
func sshTry(t *testing.T, addr, command string) (string, error) {
	t.Helper()
	c := dialed(t, addr)
	defer c.Close()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.CombinedOutput(command)
	return string(out), err
}

// inProcess runs a command in this process and discards its output. The command must succeed.
func inProcess(t *testing.T, cmd *cobra.Command, args ...string) {
	t.Helper()
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	cmd.SetArgs(args)
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
}

const listening = `msg=listening address=(\S+)`

// A downloaded recording equals that of run.
func TestServeMatch(t *testing.T) {
	t.Parallel()
	words := []string{"Null", "Null", "Null", "Null"}
	want := filepath.Join(t.TempDir(), "want.res")
	inProcess(t, runCommand(), append(words, "--seed", "30", "-o", want)...)
	text := readFile(t, want)
	out := startServer(t, append(words, "--seed", "30", "--begin", "now", "--pace", "0", "--metrics", "127.0.0.1:0")...)
	addr := out.find(t, listening)
	out.find(t, `(msg="match over")`)
	if got := sshRun(t, addr, "fetch harrypotter-s30"); got != string(text) {
		t.Errorf("fetched %d bytes, want %d", len(got), len(text))
	}
	if got := sshRun(t, addr, "watch @120"); !strings.Contains(got, "round 120/200") {
		t.Errorf("watch: %s", got)
	}
	if got := sshRun(t, addr, "list"); !strings.Contains(got, "harrypotter-s30   over   Harry Potter   Null Null Null Null") {
		t.Errorf("list: %s", got)
	}
	resp, err := http.Get("http://" + out.find(t, `msg=metrics address=(\S+)`) + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || !strings.Contains(string(body), "gametui_joins_total 3\n") {
		t.Errorf("metrics (%v):\n%s", err, body)
	}
	if strings.Contains(out.String(), "level=WARN") {
		t.Errorf("a warning:\n%s", out.String())
	}
}

// The match waits for a viewer.
func TestServeWaitsForAWatcher(t *testing.T) {
	t.Parallel()
	out := startServer(t, "Null", "--seed", "7", "--pace", "0")
	addr := out.find(t, listening)
	if got := sshRun(t, addr, "list"); !strings.Contains(got, "begins soon") {
		t.Errorf("list: %s", got)
	}
	if got := sshRun(t, addr, "watch"); !strings.Contains(got, "round 0/200") {
		t.Errorf("watch: %s", got)
	}
	out.find(t, `(msg="match begins")`)
}

func TestServeFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := startServer(t, "--replays", dir, "--rescan", "20ms")
	addr := out.find(t, listening)
	if got := sshRun(t, addr, "list"); !strings.Contains(got, "nothing to watch yet") {
		t.Errorf("list: %s", got)
	}
	inProcess(t, runCommand(), "Null", "Null", "Null", "Null", "--seed", "5", "-o", filepath.Join(dir, "five.res.gz"))
	list := func() string { return sshRun(t, addr, "list") }
	simtest.Await(t, "the new recording", func() bool { return strings.Contains(list(), "five.res") }, list)
	result := regexp.MustCompile(`five.res +200 rounds 0:40 +Harry Potter   (Null \d wins|draw:) .*Null \d -?\d+   seed 5`)
	simtest.Await(t, "its result", func() bool { return result.MatchString(list()) }, list)
	if got := sshRun(t, addr, "watch five.res@20"); !strings.Contains(got, "seed 5   round 20/200") {
		t.Errorf("watch: %s", got)
	}
	if got := sshRun(t, addr, "fetch five.res"); !strings.HasPrefix(got, "Game\n\nSeed 5\n") {
		t.Errorf("fetch: %.40q", got)
	}
}

// TestServeTellsAClass checks that a public server logs who may watch and the default limit per
// address.
func TestServeTellsAClass(t *testing.T) {
	t.Parallel()
	const hint = `level=INFO msg="at most (64) sessions per address; a class behind one router may need --max-per-address 500"`
	open := startServer(t, "--listen", "0.0.0.0:0")
	open.find(t, hint)
	open.find(t, `level=WARN msg="this address can be reached from other machines" allowed=(anyone)`)
	out := startServer(t, "--listen", "0.0.0.0:0", "--max-per-address", "500")
	out.find(t, listening)
	out.find(t, `per_address=(500)`)
	if strings.Contains(out.String(), "a class behind one router") {
		t.Errorf("told nevertheless:\n%s", out)
	}
}

// TestClassBehindOneAddress checks that the command for a class on the pages admits more clients of
// one address than the default, and that the log of a default server names the flag.
func TestClassBehindOneAddress(t *testing.T) {
	t.Parallel()
	text := readFile(t, filepath.Join("docs", "machines.md"))
	var line []string
	for _, l := range typedIn(text) {
		if strings.HasPrefix(l, "game-tui serve ") && strings.Contains(l, "--max-per-address") {
			line = strings.Fields(strings.Replace(l, "0.0.0.0:2222", "127.0.0.1:0", 1))[2:]
		}
	}
	if line == nil {
		t.Fatal("the page has no command for a class")
	}
	class, usual := startServer(t, line...), startServer(t)
	for range 75 {
		stays(t, class.find(t, listening))
	}
	for range sshd.DefaultLimits.ConnectionsPerAddress {
		stays(t, usual.find(t, listening))
	}
	if out, err := sshTry(t, usual.find(t, listening), "list"); err == nil || !strings.Contains(out, "too many connections from your address") {
		t.Errorf("%v: %q", err, out)
	}
	usual.find(t, `msg=refuse .*detail="(--max-per-address): too many`)
}

// stays returns a client that has received an answer and stays until the end of the test.
func stays(t *testing.T, addr string) {
	t.Helper()
	c := dialed(t, addr)
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RequestPty("xterm", 24, 80, ssh.TerminalModes{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.StdinPipe(); err != nil { // stays open
		t.Fatal(err)
	}
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	if first, err := bufio.NewReader(out).ReadString('h'); err != nil || strings.Contains(first, "too many") { // the mode of its screen
		t.Fatalf("%q, %v", first, err)
	}
}

func TestServeErrors(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { busy.Close() }) // the cases run after this function
	tests := []struct{ args, want string }{
		{"--begin never", `--begin "never": expected first or now`},
		{"-o x.res", "serve does not write recordings"},
		{"--palette pink", `--palette "pink"`},
		{"--max-sessions 0", "must be at least 1"},
		{"--max-input 1", "at least 256"},
		{"--handshake 0s", "times must be above 0"},
		{"--log loud", `--log "loud"`},
		{"--replays /nowhere", "--replays /nowhere: no such file"},
		{"--authorized-keys /nowhere", "/nowhere"},
		{"--host-key /dev/null", "host key"},
		{"--seed x", `--seed "x"`},
		{"Nobody", `no player "Nobody"`},
		{"--listen " + busy.Addr().String(), "bind: "},
		{"--metrics " + busy.Addr().String(), "--metrics"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			cmd := serveCommand()
			cmd.SetErr(io.Discard)
			cmd.SetOut(io.Discard)
			cmd.SilenceUsage = true
			cmd.SetArgs(append([]string{"--listen", "127.0.0.1:0", "--host-key", filepath.Join(t.TempDir(), "key")}, strings.Fields(tt.args)...))
			ctx, cancel := simtest.Context(t)
			defer cancel()
			err := cmd.ExecuteContext(ctx)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestServeTournament shows a tournament to two viewers while another process plays it. Both see it
// grow and watch its matches, each of which is replayed once.
func TestServeTournament(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "final.jsonl")
	inProcess(t, tournamentCommand(), "Demo", "Null", "Null", "Demo", "--game", "thepurge", "--seed", "5", "--seeds", "40", "-o", name)
	whole := readFile(t, name)
	lines := bytes.SplitAfter(whole, []byte("\n"))
	writeFile(t, name, bytes.Join(lines[:81], nil), 0o644) // 80 of 160
	out := startServer(t, "--tournament", name)
	addr := out.find(t, listening)
	one, two := watchOver(t, addr, "watch"), watchOver(t, addr, "watch")
	alike(t, "before", "80 of 160 matches", one, two)
	alike(t, "before", "not running", one, two)
	record, err := league.Resume(name, func(*league.Plan) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	alike(t, "while the record is locked", "● live", one, two)
	if err := record.Close(); err != nil {
		t.Fatal(err)
	}
	alike(t, "after that", "not running", one, two)
	inProcess(t, tournamentCommand(), "--resume", name)
	alike(t, "when it is over", "160 of 160 matches", one, two)
	alike(t, "when it is over", "complete", one, two)
	for _, w := range []*sshScreen{one, two} {
		fmt.Fprint(w.keys, "\x1b[B\r")
		alike(t, "a player's", "most exciting", w)
		fmt.Fprint(w.keys, "\r")
		alike(t, "the worst", "The Purge", w)
		alike(t, "the worst", "final.jsonl", w)
	}
	fmt.Fprint(one.keys, "q")
	alike(t, "back", "Tournament  final.jsonl", one)
	if list := sshRun(t, addr, "list"); !strings.Contains(list, "t4-0     seed 6    Demo, worst") || strings.Count(list, "t4-0 ") != 1 {
		t.Errorf("list: %s", list)
	}
	if got, err := sshTry(t, addr, "watch t99999-0"); err == nil || !strings.Contains(got, "cannot be replayed") {
		t.Errorf("a match that is not there: %s", got)
	}
	if got, err := sshTry(t, addr, "fetch t0-0"); err == nil || !strings.Contains(got, "watch it first") {
		t.Errorf("a match that nobody has watched: %s", got)
	}
	fmt.Fprint(one.keys, "q")
	alike(t, "the end", "Thank you for watching.", one)
}
