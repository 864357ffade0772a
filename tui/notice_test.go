package tui

import "testing"

// A notice goes when its own time is over, and not when that of an older one is.
func TestNoticesGo(t *testing.T) {
	t.Parallel()
	m := &Model{}
	if m.fade() != nil {
		t.Error("a clock runs for nothing")
	}
	m.view.Notice = "one"
	if m.fade() == nil || m.fade() != nil {
		t.Error("not one clock for one notice")
	}
	old := noticedMsg{m.notices}
	m.view.Notice = "two"
	m.fade()
	if m.update(old); m.view.Notice != "two" {
		t.Errorf("the end of an older notice leaves %q", m.view.Notice)
	}
	if m.update(noticedMsg{m.notices}); m.view.Notice != "" {
		t.Errorf("%q stays", m.view.Notice)
	}
	m.view.Notice, m.busy = "playing", true
	if m.fade() != nil {
		t.Error("a notice about what is under way goes")
	}
}
