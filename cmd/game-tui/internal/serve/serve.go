// Package serve shows matches, recordings or a tournament over SSH. [Config.Run] runs the server
// until it is stopped.
package serve

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/sync/errgroup"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/analysis"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/serve/source"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/chances"
	"game-tui/tui/replay/branch"
	"game-tui/tui/sshd"
	"game-tui/tui/terminal"
	"game-tui/tui/ui"
	view "game-tui/tui/view/match"
)

// gcPercent is the server's GC percentage. Most of its memory holds viewers' frames, which contain no
// pointers and are cheap to collect.
const gcPercent = 40

// Config holds the options of `game-tui serve`.
type Config struct {
	play.Request
	Limits sshd.Limits
	Relay  RelayOptions

	ListenAddr, MetricsAddr, LogFormat            string
	HostKeyFile, AuthorizedKeysFile, PasswordFile string
	ReplaysDir, Palette, Begin                    string
	Motion                                        string
	TournamentFile                                string
	Loop, NoSpoilers                              bool
	Intermission, GracePeriod, RescanInterval     time.Duration
	Stderr                                        io.Writer
}

// startDelay is the time between the arrival of the first viewer and the first round, so that
// others can join.
const startDelay = 3 * time.Second

// Run serves until ctx ends.
func (s *Config) Run(ctx context.Context, args []resolve.Typed) error {
	if err := s.Relay.check(play.Words(args)); err != nil {
		return err
	}
	if s.TournamentFile != "" && len(args) > 0 {
		return errors.New("--tournament shows only that tournament; omit the players")
	}
	if err := s.checkOptions(); err != nil {
		return err
	}
	logger, err := s.newLogger()
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	cfg := sshd.Config{Limits: s.Limits, Palette: s.Palette, ShowMotion: s.Motion == "on", NoSpoilers: s.NoSpoilers, Log: logger}
	cfg.SourceOf = func(rec *record.Record) ui.Source { return view.NewMatch(rec) }
	cfg.NewAnalyst = func(job sshd.JobRunner) chances.Analyst { return analysis.NewServerRunner(analysis.Job(job)) }
	cfg.Branching = &sshd.Branching{Players: play.BuiltinNames, Play: func(ctx context.Context, rec *record.Record, c branch.Change, progress func(string)) (branch.Result, error) {
		return play.Branch(ctx, rec, c, func(text string) {
			analysis.WaitUntilIdle(ctx)
			progress(text)
		})
	}}
	if cfg.HostKey, err = loadOrCreateHostKey(s.HostKeyFile); err != nil {
		return err
	}
	if cfg.Auth, err = s.loadAuth(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	if err := s.start(ctx, group, cfg, args); err != nil {
		cancel()
		_ = group.Wait() // Wait for goroutines already started.
		return err
	}
	return group.Wait()
}

// start launches all goroutines of the server in group.
func (s *Config) start(ctx context.Context, group *errgroup.Group, cfg sshd.Config, args []resolve.Typed) (err error) {
	v := &source.Source{}
	if s.ReplaysDir != "" {
		if v.Folder, err = source.NewFolder(s.ReplaysDir, cfg.Log); err != nil {
			return fmt.Errorf("--replays %w", err)
		}
		group.Go(func() error {
			v.Folder.Run(ctx, s.RescanInterval)
			return nil
		})
	}
	// hasOtherSource is set if an option selects matches played elsewhere.
	hasOtherSource := s.ReplaysDir != "" || s.Relay.SourceURL != "" || s.TournamentFile != ""
	if !hasOtherSource || s.Loop || len(args) > 0 || s.Seed != nil || s.Input != "" || s.Game != "" {
		if v.Series, err = s.startSeries(ctx, group, cfg.Log, args); err != nil {
			return err
		}
	}
	switch {
	case s.Relay.SourceURL != "":
		v.Series, err = s.Relay.follow(ctx, group, cfg.Log)
	case s.Relay.PublishAddr != "":
		err = s.Relay.publish(ctx, group, cfg.Log, v.Series)
	}
	if err != nil {
		return err
	}
	var shown sshd.Source = v
	if s.TournamentFile != "" {
		if shown, err = newTournamentSource(ctx, s.TournamentFile, s.Pace, s.NoSpoilers, group, cfg.Log); err != nil {
			return err
		}
		cfg.CanGoBack = true
	}
	srv := sshd.New(cfg, shown)
	listener, err := net.Listen("tcp", s.ListenAddr)
	if err != nil {
		return fmt.Errorf("--listen %s: %w", s.ListenAddr, err)
	}
	if err := s.serveMetrics(ctx, group, srv, cfg.Log); err != nil {
		listener.Close()
		return err
	}
	s.logAddress(cfg.Log, listener.Addr())
	group.Go(func() error { return srv.Serve(ctx, listener, s.GracePeriod) })
	return nil
}

// loadAuth reads the key and password files. It returns nil if neither is set.
func (s *Config) loadAuth() (*sshd.Auth, error) {
	var named [2]*sshd.AuthFile
	for i, name := range []string{s.AuthorizedKeysFile, s.PasswordFile} {
		if name == "" {
			continue
		}
		read := files.ReadBounded
		if i == 1 { // SSH names are UTF-8, but comments in key files may have any encoding.
			read = files.ReadUTF8
		}
		text, err := read(name, 4<<20)
		if err != nil {
			return nil, err
		}
		named[i] = &sshd.AuthFile{Name: name, Text: text}
	}
	return sshd.NewAuth(named[0], named[1])
}

// sshCommand returns the command that connects to an address.
func sshCommand(addr netip.AddrPort) string {
	host := addr.Addr().Unmap().String()
	switch {
	case addr.Addr().Unmap().IsLoopback():
		host = "localhost"
	case addr.Addr().IsUnspecified():
		name, _ := os.Hostname()
		host = cmp.Or(name, "localhost")
	}
	if addr.Port() == 22 {
		return "ssh " + host
	}
	return fmt.Sprintf("ssh -p %d %s", addr.Port(), host)
}

// logAddress logs the server's address, and a warning if other machines can reach it.
func (s *Config) logAddress(logger *slog.Logger, addr net.Addr) {
	ip, err := netip.ParseAddrPort(addr.String())
	logger.Info("listening", "address", addr.String(), "watch", sshCommand(ip))
	if err == nil && ip.Addr().Unmap().IsLoopback() {
		return
	}
	who := "anyone"
	if s.AuthorizedKeysFile != "" || s.PasswordFile != "" {
		who = "anyone with a key or a password"
	}
	l := &s.Limits
	logger.Warn("this address can be reached from other machines", "allowed", who,
		"sessions", l.Sessions, "per_address", l.ConnectionsPerAddress, "private", l.PrivateViewers, "longest_session", l.SessionTimeout)
	if l.ConnectionsPerAddress == sshd.DefaultLimits.ConnectionsPerAddress {
		logger.Info(fmt.Sprintf("at most %d sessions per address; a class behind one router may need --max-per-address 500", l.ConnectionsPerAddress))
	}
}

func (s *Config) serveMetrics(ctx context.Context, group *errgroup.Group, srv *sshd.Server, logger *slog.Logger) error {
	if s.MetricsAddr == "" {
		return nil
	}
	listener, err := net.Listen("tcp", s.MetricsAddr)
	if err != nil {
		return fmt.Errorf("--metrics %s: %w", s.MetricsAddr, err)
	}
	logger.Info("metrics", "address", listener.Addr().String())
	h := &http.Server{Handler: srv.MetricsHandler(), ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout: 10 * time.Second, MaxHeaderBytes: 8 << 10, ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelWarn)}
	group.Go(func() error {
		if err := h.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve metrics: %w", err)
		}
		return nil
	})
	context.AfterFunc(ctx, func() { h.Close() })
	return nil
}

func (s *Config) startSeries(ctx context.Context, group *errgroup.Group, logger *slog.Logger, args []resolve.Typed) (*source.Series, error) {
	config, spec, err := s.ConfigAndSpec(ctx)
	if err != nil {
		return nil, err
	}
	s.IsServer, s.Log = true, func(text string) { logger.Warn(strings.TrimPrefix(text, "warning: ")) }
	lineUp, err := s.SeatPlayers(ctx, config.Game, &spec, args)
	if err != nil {
		if slices.ContainsFunc(play.Words(args), play.IsFolder) {
			err = fmt.Errorf("%w; to show the recordings in a folder, use --replays DIR", err)
		}
		return nil, err
	}
	first, counted := spec.Seed, s.Seed != nil
	plan := source.SeriesPlan{
		Name: fmt.Sprintf("%s-s%d", config.Game.Name(), spec.Seed), Loop: s.Loop, Intermission: s.Intermission,
		AwaitViewer: s.Begin == "first", StartDelay: startDelay, Log: logger,
		NewMatch: func(ctx context.Context, n int) (*match.Match, error) {
			spec := spec
			switch {
			case counted:
				spec.Seed = (first + int32(n)) & res.MaxInt
			case n > 0:
				spec.Seed = rand.Int32N(res.MaxInt)
			}
			return match.NewWithRetry(ctx, config.Game, spec, play.PlayersFunc(&lineUp))
		},
	}
	if s.Loop {
		plan.Name = "live"
	}
	series, run, err := source.NewSeries(ctx, plan)
	if err != nil {
		return nil, err
	}
	group.Go(func() error { return run(ctx) })
	return series, nil
}

func (s *Config) checkOptions() error {
	l := &s.Limits
	switch {
	case s.Begin != "first" && s.Begin != "now":
		return fmt.Errorf("--begin %q: expected first or now", s.Begin)
	case s.Output != "" || s.WriteNotes || s.Strict:
		return errors.New("serve does not write recordings; use run, or download one with ssh HOST fetch NAME")
	case min(l.Sessions, l.Pending, l.Width, l.Height) < 1 || min(l.PrivateViewers, l.Jobs, l.ConnectionsPerAddress) < 0:
		return errors.New("limits must be at least 1; only --max-private, --max-jobs and --max-per-address can be 0")
	case min(l.InputRate, l.SendBuffer) < 256:
		return errors.New("--max-input and --max-output must be at least 256 bytes")
	case min(l.HandshakeTimeout, l.LoginTimeout, l.SessionTimeout, l.IdleTimeout, l.StallTimeout, s.RescanInterval) <= 0 || min(s.GracePeriod, s.Intermission) < 0:
		return errors.New("times must be above 0, such as 10s or 12h; only --grace and --intermission can be 0")
	}
	if err := theme.CheckName(s.Palette); err != nil {
		return fmt.Errorf("--palette %w", err)
	}
	if _, err := terminal.ParseMotion(s.Motion, os.Getenv); err != nil {
		return fmt.Errorf("--motion %w", err)
	}
	return nil
}

func (s *Config) newLogger() (*slog.Logger, error) {
	switch s.LogFormat {
	case "text":
		return slog.New(slog.NewTextHandler(lineWriter{s.Stderr, func(line []byte) []byte { return []byte(sanitize.Lines(string(line))) }}, nil)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(lineWriter{s.Stderr, sanitize.EscapeJSON}, nil)), nil
	case "off":
		return slog.New(slog.DiscardHandler), nil
	}
	return nil, fmt.Errorf("--log %q: expected text, json or off", s.LogFormat)
}

// lineWriter applies clean to each log line, to remove control characters. Handlers of package slog
// write one line per call.
type lineWriter struct {
	dst   io.Writer
	clean func(line []byte) []byte
}

func (w lineWriter) Write(line []byte) (int, error) {
	if _, err := w.dst.Write(w.clean(line)); err != nil {
		return 0, err
	}
	return len(line), nil
}

// loadOrCreateHostKey reads the host key from path, and creates the file if it does not exist. By
// default, the file is in the user's configuration folder.
func loadOrCreateHostKey(path string) (key ssh.Signer, err error) {
	byDefault := path == ""
	if byDefault {
		dir, err := os.UserConfigDir()
		if err != nil {
			return nil, fmt.Errorf("no configuration folder: %w; name a file with --host-key", err)
		}
		path = filepath.Join(dir, "game-tui", "host_ed25519")
	}
	if key, err = readHostKey(path); errors.Is(err, fs.ErrNotExist) {
		_, secret, _ := ed25519.GenerateKey(nil)
		var block *pem.Block
		if block, err = ssh.MarshalPrivateKey(secret, "game-tui host key"); err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o700)
		}
		if err == nil {
			err = os.WriteFile(path, pem.EncodeToMemory(block), 0o600)
		}
		if err == nil {
			return readHostKey(path)
		}
		err = fmt.Errorf("create the host key: %w", err)
	}
	if err != nil && byDefault {
		err = fmt.Errorf("%w; to use another file, add --host-key FILE", err)
	}
	return key, err
}

func readHostKey(path string) (ssh.Signer, error) {
	text, err := files.ReadBounded(path, 64<<10)
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	// Anyone who can read the key can impersonate this server.
	if info, err := os.Stat(path); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("host key %s is readable by others; run chmod 600 %s", path, sanitize.ShellQuote(path))
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("host key %s: %w", path, err)
	}
	return key, nil
}
