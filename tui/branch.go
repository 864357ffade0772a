package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/record"
	"game-tui/tui/watch"
)

// branchMsg is a match that was played on from a round of another one.
type branchMsg struct {
	record *record.Record
	round  int
	words  string
}

// branch plays the match on with a change.
func (m *Model) branch(e watch.Effect) tea.Cmd {
	rec, play := m.match.Record, m.opts.Branch
	return m.begin(e.ID, func(ctx context.Context, progress func(string)) tea.Msg {
		branch, words, err := play(ctx, rec, e.Change, progress)
		if err != nil {
			return watch.Done{ID: e.ID, Err: err}
		}
		return branchMsg{branch, e.Change.Round, words}
	})
}

// branched shows a new branch.
func (m *Model) branched(msg branchMsg) tea.Cmd {
	return m.switchTo(m.branches.Add(m.match.Record, msg.record, msg.words), msg.round, msg.words)
}

// switchTo shows one of the branches, or the match itself, at a round.
func (m *Model) switchTo(n, round int, words string) tea.Cmd {
	m.match = watch.NewMatch(m.branches.Record(n))
	m.watch()
	cmd := m.take(m.branches.Opened(n, round))
	return tea.Batch(cmd, m.take(watch.Said{Text: words}), m.await())
}

// switched does what Switch asks for.
func (m *Model) switched(e watch.Effect) tea.Cmd {
	n, name := m.branches.At(e.Arg)
	if n < 0 {
		return nil
	}
	return m.switchTo(n, m.State.Play.Round, name)
}
