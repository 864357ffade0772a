package server

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"runtime"
	"slices"
	"sync"

	"game-tui/tui/chances"
	"game-tui/tui/lobby"
)

// Server shows the matches of a source to whoever connects.
type Server struct {
	cfg     Config
	source  Source
	count   *counters
	adm     *admission
	hub     *hub
	log     *slog.Logger
	exports quota         // files that are made or on their way to clients
	private quota         // watchers who look around on their own
	desk    chances.Desk  // nil: matches are not analysed
	room    quota         // in bytes, for branches
	turns   chan struct{} // holds one for every watcher whose own screen is being made

	closing context.Context // ends when sessions are to end
	close   context.CancelFunc
	work    sync.WaitGroup // of sessions
}

// New makes a server; Serve runs it.
func New(cfg Config, source Source) (*Server, error) {
	if cfg.HostKey == nil {
		return nil, errors.New("a server needs a host key")
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{cfg: cfg, source: source, count: newCounters(), log: cfg.Log,
		private: quota{most: cfg.Private}, exports: quota{most: maxExports, mostOf: maxExportsOf}, room: quota{most: roomBytes},
		turns: make(chan struct{}, runtime.GOMAXPROCS(0))}
	s.closing, s.close = context.WithCancel(context.Background())
	s.adm = newAdmission(&s.cfg.Limits, s.count)
	s.hub = newHub(source, cfg.Show, cfg.Jobs, s.count, s.log)
	if !cfg.NoSpoiler {
		s.hub.learn()
	}
	if cfg.Desk != nil {
		s.desk = cfg.Desk(s.hub.extras.of(netip.Prefix{})) // for all watchers together
	}
	return s, nil
}

// refused counts and logs a request that is not granted.
func (s *Server) refused(l *link, what, detail string) {
	s.count.refused(what)
	s.log.Info("refuse", "remote", l.RemoteAddr().String(), "what", what, "detail", short(detail))
}

// known reports whether a match has exactly that name.
func (s *Server) known(name string) bool {
	return slices.ContainsFunc(s.source.List(), func(it lobby.Item) bool { return it.Name == name })
}

// plays reports whether matches are played on for visitors.
func (s *Server) plays() bool { return s.cfg.Branching != nil && s.cfg.Jobs > 0 }
