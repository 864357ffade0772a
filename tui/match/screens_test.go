package match_test

import (
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/record"
	"game-tui/tui/match"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
)

// matches are played once and shared; records are safe to share.
func matches(tb testing.TB) []*record.Record {
	tb.Helper()
	var all []*record.Record
	for _, g := range tuitest.Games {
		all = append(all, tuitest.Played(tb, g, configs.Default(g.Name()), 60))
	}
	return all
}

// paused is the program of somebody who has stopped at a round.
func paused(m *match.Match, w, h int, profile theme.Profile, round int) ui.Program {
	return open(m, options{W: w, H: h, Profile: profile, Paused: true, Place: viewpoint.At(round)})
}

// The words that scripts and people rely on.
func TestWords(t *testing.T) {
	t.Parallel()
	l := matches(t)[0]
	d := match.NewMatch(l)
	for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}, {40, 12}, {500, 200}} {
		for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
			v := paused(d, size[0], size[1], profile, 57)
			var g screen.Grid
			v.Draw(&g)
			s := tuitest.Show(t, &g)
			for _, word := range []string{" round 57/200 ", "paused"} {
				if !strings.Contains(s.Row(0), word) {
					t.Errorf("%v, profile %d: no %q in %q", size, profile, word, s.Row(0))
				}
			}
			if profile != theme.NoColor {
				continue
			}
			for _, r := range s.String() {
				if r > 0x7e {
					t.Fatalf("%v: %q without Unicode", size, r)
				}
			}
		}
	}
}

// The timeline is never narrower than half of a wide screen, and no event
// stands there twice.
func TestWideScreens(t *testing.T) {
	t.Parallel()
	for _, l := range matches(t) {
		for _, size := range [][2]int{{200, 60}, {160, 70}, {240, 60}, {300, 100}} {
			for _, tab := range []panel.Tab{panel.Players, panel.Events} {
				d := match.NewMatch(l)
				v := paused(d, size[0], size[1], theme.TrueColor, 60)
				s := v.View().(match.State)
				s.Tab = tab
				v = v.On(s)
				lay := s.Layout(&v)
				if lay.Bar.W < v.W/2 || lay.Chart.W < v.W/2 {
					t.Errorf("%v: the timeline has %d columns", size, lay.Bar.W)
				}
				for k := range 60 {
					s.Play = s.Play.Go(k + 1)
					v = v.On(s)
					events := l.Turn(k).Events
					if len(events) != 1 {
						continue
					}
					var g screen.Grid
					v.Draw(&g)
					names := l.Meta().Names
					text := string(l.Meta().Game.AppendEvent(nil, &events[0], &names))
					text = text[:min(len(text), 24)]
					if n := strings.Count(tuitest.Show(t, &g).String(), text); n != 1 {
						t.Errorf("%v, %v: %q stands there %d times", size, tab, text, n)
					}
					break
				}
			}
		}
	}
}

func TestTooSmall(t *testing.T) {
	t.Parallel()
	l := matches(t)[0]
	d := match.NewMatch(l)
	for _, size := range [][2]int{{39, 12}, {40, 11}, {1, 1}, {0, 0}, {-5, 7}, {20, 1}} {
		v := paused(d, size[0], size[1], theme.TrueColor, 5)
		var g screen.Grid
		v.Draw(&g)
		if size[0] > 30 && !strings.Contains(tuitest.Show(t, &g).String(), "needs 40×12") {
			t.Errorf("%v: %s", size, tuitest.Show(t, &g))
		}
	}
}
