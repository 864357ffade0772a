package sshload

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"game-tui/configs"
)

// process is the server under test.
type process struct {
	cmd           *exec.Cmd
	addr, metrics string
	dir           string
}

// rounds makes the match longer than any scenario.
var rounds = regexp.MustCompile(`(?m)^(NUM_ROUNDS\s+)\d+`)

// start runs the server with a long match at so many rounds a second.
func (l *Load) start(pace int) (p *process, err error) {
	dir, err := os.MkdirTemp("", "game-tui-bench-*")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	p = &process{dir: dir}
	config := filepath.Join(dir, "long.cnf")
	text := rounds.ReplaceAll(configs.Default("harrypotter"), []byte("${1}2000"))
	if err := os.WriteFile(config, text, 0o600); err != nil {
		return nil, err
	}
	args := []string{"serve", "-i", config, "--seed", "30", "--pace", strconv.Itoa(pace), "--begin", "now",
		"--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--host-key", filepath.Join(dir, "key"),
		"--max-per-address", "0", "--max-sessions", "20000", "--max-pending", "256"}
	p.cmd = exec.Command(l.Server, args...)
	out, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	ready := make(chan error, 1)
	go p.readLog(out, ready)
	select {
	case err = <-ready:
	case <-time.After(10 * time.Second):
		err = errors.New("the server does not say where it listens")
	}
	if err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// readLog finds the addresses in the server's log and throws the rest away.
func (p *process) readLog(r io.Reader, ready chan<- error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := lines.Text()
		_, addr, ok := strings.Cut(line, "address=")
		addr, _, _ = strings.Cut(addr, " ") // more may be told behind it
		switch {
		case ok && strings.Contains(line, "msg=metrics"):
			p.metrics = addr
		case ok && strings.Contains(line, "msg=listening"):
			p.addr = addr
			ready <- nil
			_, _ = io.Copy(io.Discard, r)
			return
		default:
			fmt.Fprintln(os.Stderr, line)
		}
	}
	ready <- errors.New("the server ended")
}

// stop ends the server as an operator would and reports how long that took.
func (p *process) stop() time.Duration {
	defer os.RemoveAll(p.dir)
	began := time.Now()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		_ = p.cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(15 * time.Second):
		_ = p.cmd.Process.Kill()
		<-done
	}
	return time.Since(began)
}

// memory is the resident memory in MB, NaN if it cannot be read.
func (p *process) memory() float64 {
	text, _ := os.ReadFile(p.proc("status"))
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmRSS:" {
			kb, _ := strconv.ParseFloat(f[1], 64)
			return kb / 1024
		}
	}
	return math.NaN()
}

// cpu is the processor time used so far, in seconds, NaN if it cannot be read.
func (p *process) cpu() float64 {
	text, _ := os.ReadFile(p.proc("stat"))
	f := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(f) < 13 {
		return math.NaN()
	}
	user, _ := strconv.ParseFloat(f[11], 64)
	system, _ := strconv.ParseFloat(f[12], 64)
	return (user + system) / 100
}

// files is the number of open descriptors, NaN if it cannot be read.
func (p *process) files() float64 {
	list, err := os.ReadDir(p.proc("fd"))
	if err != nil {
		return math.NaN()
	}
	return float64(len(list))
}

func (p *process) proc(file string) string {
	return fmt.Sprintf("/proc/%d/%s", p.cmd.Process.Pid, file)
}

// metric reads one figure of the server's own.
func (p *process) metric(name string) (float64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.metrics+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	req.Close = true // its descriptor is not to be counted
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strconv.ParseFloat(strings.TrimSpace(value), 64)
		}
	}
	return 0, fmt.Errorf("no metric %s", name)
}
