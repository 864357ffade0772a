package match_test

import (
	"regexp"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/panel"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// matches returns records that several tests share. Each match is played only once.
func matches(tb testing.TB) []*record.Record {
	tb.Helper()
	var all []*record.Record
	for _, g := range tuitest.Games {
		all = append(all, tuitest.PlayMatch(tb, g, configs.Default(g.Name()), 60))
	}
	return all
}

// pausedProgram returns a program that is paused at a round.
func pausedProgram(m *match.Match, w, h int, profile theme.Profile, round int) ui.Program {
	return open(m, options{W: w, H: h, Profile: profile, Paused: true, Place: location.AtRound(round)})
}

// TestScreensKeepStableWords checks that screens contain the words on which scripts and users rely.
func TestScreensKeepStableWords(t *testing.T) {
	t.Parallel()
	l := matches(t)[0]
	d := match.NewMatch(l)
	for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}, {40, 12}, {500, 200}} {
		for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
			v := pausedProgram(d, size[0], size[1], profile, 57)
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

// ownedUnit matches the text of an event that begins with a unit and its player, including the
// following word.
var ownedUnit = regexp.MustCompile(`^\w+ (\d+) \([^)]*\) (?:at \(\d+,\d+\) )?(\w+)`)

// TestWideScreens checks that the timeline takes at least half the width and that no event appears
// twice.
func TestWideScreens(t *testing.T) {
	t.Parallel()
	for _, l := range matches(t) {
		for _, size := range [][2]int{{160, 70}, {300, 100}} {
			for _, tab := range []panel.Tab{panel.PlayersTab, panel.EventsTab} {
				d := match.NewMatch(l)
				v := pausedProgram(d, size[0], size[1], theme.TrueColor, 60)
				s := v.View().(match.State)
				s.Tab = tab
				v = v.WithView(s)
				lay := s.Layout(&v)
				if lay.Timeline.W < v.W/2 || lay.Charts.W < v.W/2 {
					t.Errorf("%v: the timeline has %d columns", size, lay.Timeline.W)
				}
				for k := range 60 {
					s.Play = s.Play.GoTo(k + 1)
					v = v.WithView(s)
					events := l.Turn(k).Events
					if len(events) != 1 {
						continue
					}
					var g screen.Grid
					v.Draw(&g)
					names := l.Meta().Names
					text := string(l.Meta().Game.AppendEventText(nil, &events[0], &names))
					pattern := regexp.QuoteMeta(text[:min(len(text), 24)])
					// The text begins with a unit that belongs to a player.
					if m := ownedUnit.FindStringSubmatch(text); m != nil {
						pattern += "|" + m[1] + ` (at \(\d+,\d+\) )?` + m[2]
					}
					if n := len(regexp.MustCompile(pattern).FindAllString(tuitest.Show(t, &g).String(), -1)); n != 1 {
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
		v := pausedProgram(d, size[0], size[1], theme.TrueColor, 5)
		var g screen.Grid
		v.Draw(&g)
		if size[0] > 30 && !strings.Contains(tuitest.Show(t, &g).String(), "needs 40×12") {
			t.Errorf("%v: %s", size, tuitest.Show(t, &g))
		}
	}
}

// keyTexts matches text about keys or playback, which pictures must not contain.
var keyTexts = regexp.MustCompile(`more: e|Esc|Tab\b|space|paused|playing|\blive\b|/s\b|watching`)

// TestStillsNameNoKey checks that pictures of all sizes contain no text about keys or playback.
func TestStillsNameNoKey(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		m := match.NewMatch(tuitest.PlayMatch(t, g, configs.Default(g.Name()), goldenRound))
		for _, size := range [][2]int{{40, 12}, {80, 24}, {160, 70}} {
			o := ui.Options{W: size[0], H: size[1], Profile: theme.TrueColor}
			for k, s := range m.Stills(o, ui.OpenOptions{}, []int{0, goldenRound / 2, m.Record.Edge()}) {
				text := tuitest.Show(t, s).String()
				if found := keyTexts.FindString(text); found != "" {
					t.Errorf("%s %v, round %d names %q:\n%s", g.Name(), size, k, found, text)
				}
			}
		}
	}
}

// TestStillsStandAlone checks that a picture of a round does not depend on earlier pictures if the
// whole board is visible.
func TestStillsStandAlone(t *testing.T) {
	t.Parallel()
	m := match.NewMatch(tuitest.PlayMatch(t, tuitest.Games[0], configs.Default(tuitest.Games[0].Name()), 4))
	o := ui.Options{W: 100, H: 40, Profile: theme.TrueColor, NoSpoilers: true}
	texts := map[int]string{}
	for k, s := range m.Stills(o, ui.OpenOptions{}, []int{0, 1, 2, 3}) {
		texts[k] = tuitest.Show(t, s).String()
	}
	for k, s := range m.Stills(o, ui.OpenOptions{}, []int{3}) {
		if tuitest.Show(t, s).String() != texts[k] {
			t.Errorf("round %d looks otherwise after other rounds", k)
		}
	}
	if len(texts) != 4 || texts[1] == texts[2] {
		t.Errorf("%d different rounds, want 4", len(texts))
	}
}
