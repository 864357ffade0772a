package terminal_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/record"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/location"
	"game-tui/tui/terminal"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// screenText returns the screen of a model.
func screenText(t *testing.T, m *terminal.Model) string {
	t.Helper()
	return tuitest.Show(t, m.Screen()).String()
}

// Saving, bookmarks, analysis and further branches apply to the branch while it is shown. Esc
// returns to the original match with its bookmarks.
func TestBranchOpensBesideMatch(t *testing.T) {
	t.Parallel()
	rec, played := tuitest.ReadRecording(t, "thepurge", "demo-s30"), tuitest.ReadRecording(t, "thepurge", "mixed-s30")
	var written, playedOn *record.Record
	kept := map[*record.Record]string{}
	desk := &desk{}
	rig := rigOf(t, terminal.Options{
		Analyst: desk, Options: ui.Options{W: 80, H: 24},
		View: match.NewMatch(rec).NewState(ui.OpenOptions{Paused: true, Place: location.AtRound(57), BranchPlayers: []string{"Null"},
			Bookmarks: []location.Bookmark{{Name: "here", Place: location.AtRound(20)}}}),
		Write: func(_ context.Context, r *record.Record) (string, error) {
			written = r
			return "match.res", nil
		},
		Branch: func(_ context.Context, b ui.Branch, progress func(string)) (branch.Result, error) {
			progress("7 of 32 dice")
			playedOn = b.Record
			meta := *played.Meta()
			meta.Note = "branch of seed 30"
			return branch.Result{Record: played.WithMeta(meta), Round: b.Change.Round, ChangeText: fmt.Sprint("other dice from ", b.Change.Round), Worth: "worth it"}, nil
		},
		SaveBookmarks: func(r *record.Record, list []location.Bookmark) error {
			kept[r] = fmt.Sprint(len(list))
			return nil
		},
	})
	m := rig.Model
	press := func(keys string) {
		t.Helper()
		for _, r := range keys {
			msg := tea.KeyPressMsg{Code: r, Text: string(r)}
			if r < ' ' {
				msg = tea.KeyPressMsg{Code: r}
			}
			rig.feed(msg)
		}
	}
	shows := func(words string) {
		t.Helper()
		if got := screenText(t, m); !strings.Contains(got, words) {
			t.Errorf("%q is not on the screen:\n%s", words, got)
		}
	}
	press("B\r")
	shows("B: other dice from 57")
	if playedOn != rec || clock(m).Round != 57 || m.Program.Notice != "worth it" {
		t.Errorf("played on from round %d: %q", clock(m).Round, m.Program.Notice)
	}
	press("c")
	other := desk.at
	if other == nil || other == rec {
		t.Error("the branch is in front, and not analysed")
	}
	press("wlb\r")
	if written != other || kept[rec] != "" || kept[other] != "1" {
		t.Errorf("written %p, branch %p; bookmarks kept: %v", written, other, kept)
	}
	press("|")
	if desk.at != rec {
		t.Error("the match is in front, and not analysed")
	}
	press("wb\r")
	if written != rec || kept[rec] != "2" {
		t.Errorf("of the match itself: bookmarks kept: %v", kept)
	}
	press("|BjRmine\r\x1bw")
	if written == other || written.Meta().Note != `"mine", branch of seed 30` {
		t.Errorf("the branch is written with the note %q", written.Meta().Note)
	}
	shows("B: mine")
	press("B")
	shows("what-if from round 58 of B")
	press("/same players\r\r")
	shows("B: other dice from 58")
	if playedOn != other {
		t.Error("the branch is in front, and the match is played on")
	}
	press("\x1b\x1b") // closes the chances, then the branch
	shows("The Purge  seed 30")
	back := clock(m).Round
	if press("b\r"); back != 57 || kept[rec] != "3" {
		t.Errorf("back in round %d; bookmarks kept with one more: %v", back, kept)
	}
	press("Bj\r")
	shows("B: mine")
	back = clock(m).Round
	if press("lb\r"); back != 58 || kept[other] != "2" {
		t.Errorf("again in round %d; bookmarks kept with one more: %v", back, kept)
	}
}

// A branch would replace one of the two recordings.
func TestComparedRecordingsHaveNoBranches(t *testing.T) {
	t.Parallel()
	rec := tuitest.ReadRecording(t, "thepurge", "demo-s30")
	both, err := match.Compare(rec, tuitest.ReadRecording(t, "thepurge", "mixed-s30"))
	if err != nil {
		t.Fatal(err)
	}
	r := rigOf(t, terminal.Options{Options: ui.Options{W: 80, H: 24}, View: both.Open(ui.OpenOptions{}),
		Hints: map[ui.Capability]string{ui.CanBranch: "open only one of the two matches"}})
	r.feed(tea.KeyPressMsg{Code: 'B', Text: "B"})
	if !strings.Contains(r.Program.Notice, "open only one of the two matches") {
		t.Errorf("%q", r.Program.Notice)
	}
}
