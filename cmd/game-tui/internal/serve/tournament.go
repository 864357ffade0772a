package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
	"game-tui/tui/sshd"
	"game-tui/tui/ui"
	"game-tui/tui/view/final"
	"game-tui/tui/view/lobby"
	"game-tui/tui/view/tournament"
)

// A tournamentSource serves the matches of a tournament or grand final, which may still be running.
type tournamentSource struct {
	home      ui.Source
	listItems func() []lobby.Item
	replay    func(context.Context, league.MatchRef) (*record.Record, error)

	mu      sync.Mutex
	replays map[string]*record.Record // replayed matches in memory, by name
}

var _ sshd.Source = (*tournamentSource)(nil)

// errNoReplay is shown to viewers if a match cannot be replayed. The reason is only logged.
var errNoReplay = errors.New("that match cannot be replayed (reason logged on the server)")

// errNotShown is returned for a match of a final that has not been shown yet, if spoilers are off.
var errNotShown = errors.New("that match has not been shown yet")

// maxReplays is the maximum number of replayed matches in memory. Each takes up to 20 MB.
const maxReplays = 12

func newTournamentSource(ctx context.Context, path string, speed float64, noSpoilers bool, group *errgroup.Group, logger *slog.Logger) (sshd.Source, error) {
	t, err := show.Follow(path)
	if err != nil {
		return nil, fmt.Errorf("--tournament %w", err)
	}
	a, err := show.NewReplayer(path, t.Plan)
	if err != nil {
		return nil, fmt.Errorf("--tournament %w", err)
	}
	s := &tournamentSource{replays: map[string]*record.Record{}, replay: func(ctx context.Context, at league.MatchRef) (*record.Record, error) {
		rec, err := a.Play(ctx, at)
		switch {
		case errors.Is(err, league.ErrSecretKey):
			err = league.ErrSecretKey
		case err != nil && ctx.Err() == nil: // Hide err from viewers; it may contain paths.
			logger.Warn("replaying a match failed", "task", at.Task, "match", at.Match, "error", err)
			err = errNoReplay
		}
		return rec, err
	}}
	run := s.initContent(t, speed, noSpoilers)
	group.Go(func() error {
		t.Run(ctx)
		<-ctx.Done() // Replays need the replayer until ctx ends.
		a.Close()
		return nil
	})
	group.Go(func() error {
		run(ctx)
		return nil
	})
	return s, nil
}

// initContent sets the start page and the match list. If noSpoilers is set, s.replay refuses
// matches of a final that have not been shown yet. The returned function keeps the page up to date.
func (s *tournamentSource) initContent(t *show.Follower, speed float64, noSpoilers bool) (run func(context.Context)) {
	if t.Plan.Format != schedule.Final {
		board := tournament.NewBoard(t.Monitor, true)
		s.home, s.listItems = board, func() []lobby.Item { return highlightItems(t) }
		return board.Run
	}
	f := show.NewFinalShow(t.Monitor, t.Plan, s.replay, speed)
	s.home, s.listItems = f, func() (list []lobby.Item) {
		for _, m := range f.List(noSpoilers) {
			list = append(list, lobby.Item{Name: final.MatchName(m.N), Title: fmt.Sprintf("%s, match %d", final.GroupName(m.GroupIndex), m.MatchInGroup+1), Players: m.Text})
		}
		return list
	}
	if play := s.replay; noSpoilers {
		s.replay = func(ctx context.Context, at league.MatchRef) (*record.Record, error) {
			if !slices.ContainsFunc(f.List(true), func(m final.ListedMatch) bool { return m.N == at.Task }) {
				return nil, errNotShown
			}
			return play(ctx, at)
		}
	}
	return f.Run
}

func (s *tournamentSource) Home() ui.Source { return s.home }

func (s *tournamentSource) List() []lobby.Item { return s.listItems() }

func highlightItems(t *show.Follower) []lobby.Item {
	var list []lobby.Item
	listed := map[league.MatchRef]bool{} // List each match once: one player's worst may be another's closest.
	t.View(func(b *league.Standings) {
		for i := range t.Plan.Players {
			for k, m := range b.Highlights.Players[i] {
				at := league.MatchRef{Task: m.Task, Match: m.Match}
				if !m.Played || listed[at] {
					continue
				}
				listed[at] = true
				task := b.Schedule.Task(m.Task)
				var names []string
				for _, e := range task.Entries() {
					names = append(names, sanitize.Line(t.Plan.Players[e].Name))
				}
				list = append(list, lobby.Item{Name: tournament.MatchName(m.MatchRef), Title: sanitize.Line(t.Plan.Players[i].Name) + ", " + league.HighlightKind(k).String(),
					Players: strings.Join(names, " "), Progress: fmt.Sprintf("seed %d", task.Seed)})
			}
		}
	})
	return list
}

// OnlyMatch returns "", because viewers start on the tournament page.
func (s *tournamentSource) OnlyMatch() string { return "" }

// Open replays a match in a job, unless it is in memory.
func (s *tournamentSource) Open(ctx context.Context, name string, job sshd.JobRunner) (sshd.Feed, error) {
	at, ok := tournament.ParseMatchName(name)
	if !ok {
		return nil, sshd.ErrNotFound
	}
	if rec := s.find(name); rec != nil {
		return sshd.FixedFeed{Record: rec}, nil
	}
	var rec *record.Record
	err := job(ctx, func(ctx context.Context) (err error) {
		rec, err = s.replay(ctx, at)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.replays) == maxReplays {
		for other := range s.replays {
			delete(s.replays, other)
			break
		}
	}
	s.replays[name] = rec
	return sshd.FixedFeed{Record: rec}, nil
}

func (s *tournamentSource) find(name string) *record.Record {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.replays[name]
}

// Fetch writes the recording of a match that is already in memory. For other matches it returns an
// error instead of replaying them, because replays have to queue.
func (s *tournamentSource) Fetch(name string, w io.Writer) error {
	rec := s.find(name)
	if rec == nil {
		return fmt.Errorf("%s has not been replayed yet; watch it first", name)
	}
	_, err := res.Write(w, rec)
	return err
}
