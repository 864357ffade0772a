package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/record"
	watch "game-tui/tui/match"
)

// branchMsg is a branch that was played on from the match, or from another branch.
type branchMsg struct {
	id   int // of the request
	from *watch.Match
	watch.Played
}

// front is the match that keys are about: of two that are compared the one in front.
func (m *Model) front() *watch.Match { return m.match.InFront(&m.State) }

// branch plays the match on with a change.
func (m *Model) branch(e watch.Effect) tea.Cmd {
	from, play := m.front(), m.opts.Branch
	return m.begin(e.ID, func(ctx context.Context, progress func(string)) tea.Msg {
		branch, err := play(ctx, from.Record, e.Change, progress)
		if err != nil {
			return watch.Done{ID: e.ID, Err: err}
		}
		return branchMsg{e.ID, from, branch}
	})
}

// branched shows a new branch beside what it was played on from.
func (m *Model) branched(msg branchMsg) tea.Cmd {
	n, err := m.branches.Add(msg.from, msg.Played)
	if err != nil {
		return m.take(watch.Done{ID: msg.id, Err: err})
	}
	return m.switchTo(n, msg.Round, msg.Worth)
}

// switchTo shows one of the branches beside what it was played on from, or the match itself
// alone, at a round; -1: at the place that was left there.
func (m *Model) switchTo(n, round int, words string) tea.Cmd {
	m.match = m.branches.Match(n)
	m.watch()
	cmd := m.take(m.branches.Opened(n, round))
	return tea.Batch(cmd, m.take(watch.Said{Text: words}), m.await())
}

// noted is the record of the match in front; a branch's note holds its name.
func (m *Model) noted() *record.Record { return m.branches.Noted(m.front().Record) }

// switched does what Switch asks for.
func (m *Model) switched(e watch.Effect) tea.Cmd {
	n, words := m.branches.At(e.Arg)
	if n < 0 {
		return nil
	}
	return m.switchTo(n, -1, words)
}
