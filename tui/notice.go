package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim"
)

// noticeTime is how long a notice stands in place of the keys.
const noticeTime = 4 * time.Second

// fade lets the time of a new notice run; one about what is under way stays.
func (m *Model) fade() tea.Cmd {
	if m.view.Notice == m.noticed || m.busy {
		return nil
	}
	m.noticed = m.view.Notice
	m.notices++
	if m.noticed == "" {
		return nil
	}
	n := m.notices
	return tea.Tick(noticeTime, func(time.Time) tea.Msg { return noticedMsg{n} })
}

// notice says how something ended.
func (m *Model) notice(text string, err error, good string) {
	if m.view.Notice = good + text; err != nil {
		m.view.Notice = err.Error()
	}
}

// pauseOnOut stops the clock in the round in which a player goes out.
func (m *Model) pauseOnOut() {
	if !m.opts.PauseOnOut {
		return
	}
	t := m.drawer.log.Turn(m.view.Play.Round - 1)
	if t == nil || t.Known&sim.KnownReports == 0 {
		return
	}
	for seat := range t.Seats {
		if t.Seats[seat].Out != nil && !m.outs[seat] {
			m.outs[seat] = true
			m.view.Play = m.view.Play.Pause()
			m.view.Notice = m.drawer.names[seat] + " is out: " + string(t.Seats[seat].Out.Reason)
		}
	}
}
