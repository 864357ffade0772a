package sshload

import (
	"bufio"
	"bytes"
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
	cmd               *exec.Cmd
	addr, metricsAddr string
	dir               string
}

// roundsPattern matches the NUM_ROUNDS setting of a configuration.
var roundsPattern = regexp.MustCompile(`(?m)^(NUM_ROUNDS\s+)\d+`)

// startServer runs the server with a match longer than any scenario.
func startServer(program string, pace int) (p *process, err error) {
	dir, err := os.MkdirTemp("", "game-tui-bench-*")
	if err != nil {
		return nil, err
	}
	p = &process{dir: dir}
	config := filepath.Join(dir, "long.cnf")
	text := roundsPattern.ReplaceAll(configs.Default("harrypotter"), []byte("${1}2000"))
	if err := os.WriteFile(config, text, 0o600); err != nil {
		return nil, err
	}
	args := []string{"serve", "-i", config, "--seed", "30", "--pace", strconv.Itoa(pace), "--begin", "now",
		"--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--host-key", filepath.Join(dir, "key"),
		"--max-per-address", "0", "--max-sessions", "20000", "--max-pending", "256"}
	p.cmd = exec.Command(program, args...)
	out, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w; run make build, or choose another program with -server", err)
	}
	timeout := time.AfterFunc(10*time.Second, p.stop)
	defer timeout.Stop()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		_, addr, _ := strings.Cut(lines.Text(), "address=")
		addr, _, _ = strings.Cut(addr, " ")
		switch {
		case strings.Contains(lines.Text(), "msg=metrics"):
			p.metricsAddr = addr
		case strings.Contains(lines.Text(), "msg=listening"):
			p.addr = addr
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return p, nil
		default:
			fmt.Fprintln(os.Stderr, lines.Text())
		}
	}
	p.stop()
	return nil, errors.New("the server did not start listening")
}

// stop terminates the server as an operator would, or kills it if that takes too long.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	timeout := time.AfterFunc(15*time.Second, func() { _ = p.cmd.Process.Kill() })
	_ = p.cmd.Wait()
	timeout.Stop()
	os.RemoveAll(p.dir)
}

// memory returns the server's resident memory in MB.
func (p *process) memory() float64 { return p.stat(24) * float64(os.Getpagesize()) / (1 << 20) }

// cpu returns the processor time used by the server, in seconds.
func (p *process) cpu() float64 { return (p.stat(14) + p.stat(15)) / 100 }

// stat returns a field of /proc/PID/stat, numbered as in proc(5), or NaN.
func (p *process) stat(field int) float64 {
	text, _ := os.ReadFile(p.procPath("stat"))
	f := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // fields from the third on
	if len(f) <= field-3 {
		return math.NaN()
	}
	v, _ := strconv.ParseFloat(f[field-3], 64)
	return v
}

// openFiles returns the number of open file descriptors, or NaN.
func (p *process) openFiles() float64 {
	list, err := os.ReadDir(p.procPath("fd"))
	if err != nil {
		return math.NaN()
	}
	return float64(len(list))
}

func (p *process) procPath(file string) string {
	return fmt.Sprintf("/proc/%d/%s", p.cmd.Process.Pid, file)
}

// metric returns the server's metric with this name, or NaN.
func (p *process) metric(name string) float64 {
	// A kept-alive connection would count as an open descriptor.
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Get("http://" + p.metricsAddr + "/metrics")
	if err != nil {
		return math.NaN()
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			if v, err := strconv.ParseFloat(value, 64); err == nil {
				return v
			}
		}
	}
	return math.NaN()
}
