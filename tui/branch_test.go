package tui_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/chance"
	"game-tui/sim/record"
	"game-tui/tui"
	"game-tui/tui/chances"
	watch "game-tui/tui/match"
	"game-tui/tui/tuitest"
)

// desk notes what is looked at.
type desk struct{ at *record.Record }

func (d *desk) Look(rec *record.Record, _ chances.Want) chances.Look {
	d.at = rec
	return &look{d, rec}
}

// look is a look at a record.
type look struct {
	desk *desk
	rec  *record.Record
}

func (l *look) Now() (*chance.Snapshot, <-chan struct{}, error) { return nil, nil, nil }

func (l *look) Close() {
	if l.desk.at == l.rec {
		l.desk.at = nil
	}
}

// seen is what a model shows.
func seen(t *testing.T, m *tui.Model) string {
	t.Helper()
	return tuitest.Show(t, m.Screen()).String()
}

// A branch opens beside its match. What is written, kept, analysed and played on is of the
// one in front; Esc leads back to the match alone, and its bookmarks are still there.
func TestBranchAndBack(t *testing.T) {
	t.Parallel()
	rec, played := tuitest.Recording(t, "thepurge", "demo-s30"), tuitest.Recording(t, "thepurge", "mixed-s30")
	var written, playedOn *record.Record
	kept := map[*record.Record]string{}
	desk := &desk{}
	m := tui.New(tui.Options{
		Record: rec, Desk: desk, Players: []string{"Null"},
		Options: watch.Options{W: 80, H: 24, Paused: true, Place: watch.At(57), Bookmarks: []watch.Bookmark{{Name: "here", Place: watch.At(20)}}},
		Write: func(_ context.Context, r *record.Record) (string, error) {
			written = r
			return "match.res", nil
		},
		Branch: func(_ context.Context, r *record.Record, c watch.Change, progress func(string)) (watch.Played, error) {
			progress("7 of 32 dice")
			playedOn = r
			meta := *played.Meta()
			meta.Note = "branch of seed 30"
			return watch.Played{Record: played.With(meta), Round: c.Round, Change: fmt.Sprint("other dice from ", c.Round), Worth: "worth it"}, nil
		},
		Keep: func(r *record.Record, list []watch.Bookmark) error {
			kept[r] = fmt.Sprint(len(list))
			return nil
		},
	})
	defer m.Close()
	press := func(keys string) {
		t.Helper()
		for _, r := range keys {
			msg := tea.KeyPressMsg{Code: r, Text: string(r)}
			if r < ' ' {
				msg = tea.KeyPressMsg{Code: r}
			}
			feed(t, m, msg)
		}
	}
	shows := func(words string) {
		t.Helper()
		if got := seen(t, m); !strings.Contains(got, words) {
			t.Errorf("%q is not on the screen:\n%s", words, got)
		}
	}
	press("B\r")
	shows("B: other dice from 57")
	if playedOn != rec || m.State.Play.Round != 57 || m.State.Notice != "worth it" {
		t.Errorf("played on from round %d: %q", m.State.Play.Round, m.State.Notice)
	}
	press("c")
	branch := desk.at
	if branch == nil || branch == rec {
		t.Error("the branch is in front, and not analysed")
	}
	press("wlb\r")
	if written != branch || kept[rec] != "" || kept[branch] != "1" {
		t.Errorf("written %p, branch %p; bookmarks kept: %v", written, branch, kept)
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
	if written == branch || written.Meta().Note != `"mine", branch of seed 30` {
		t.Errorf("the branch is written with the note %q", written.Meta().Note)
	}
	shows("B: mine")
	press("B")
	shows("what if, from round 58 of B")
	press("/same players\r\r")
	shows("B: other dice from 58")
	if playedOn != branch {
		t.Error("the branch is in front, and the match is played on")
	}
	press("\x1b\x1b") // the chances, and then the branch
	shows("The Purge  seed 30")
	if m.State.Play.Round != 57 || len(m.State.Bookmarks()) != 2 {
		t.Errorf("back in round %d with %d bookmarks", m.State.Play.Round, len(m.State.Bookmarks()))
	}
	press("Bj\r")
	shows("B: mine")
	if m.State.Play.Round != 58 || len(m.State.Bookmarks()) != 1 {
		t.Errorf("again in round %d with %d bookmarks", m.State.Play.Round, len(m.State.Bookmarks()))
	}
}

// Two recordings that are compared are not played on: a branch would take the place of one.
func TestNoBranchOfTwo(t *testing.T) {
	t.Parallel()
	rec := tuitest.Recording(t, "thepurge", "demo-s30")
	both, err := watch.Compare(rec, tuitest.Recording(t, "thepurge", "mixed-s30"))
	if err != nil {
		t.Fatal(err)
	}
	m := tui.New(tui.Options{Record: rec, Match: both, Options: watch.Options{W: 80, H: 24},
		Branch: func(context.Context, *record.Record, watch.Change, func(string)) (watch.Played, error) {
			return watch.Played{}, nil
		}})
	defer m.Close()
	feed(t, m, tea.KeyPressMsg{Code: 'B', Text: "B"})
	if !strings.Contains(m.State.Notice, "open one of the two matches alone") {
		t.Errorf("%q", m.State.Notice)
	}
}
