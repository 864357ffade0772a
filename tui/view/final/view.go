package final

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"game-tui/sim"
	"game-tui/sim/league/playoff"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/theme"
	"game-tui/tui/ui"
)

var _ ui.Sharer = View{}

// A View is what one viewer sees of a final. All viewers see the same moment.
type View struct {
	show   *Show
	moment *Moment
}

func (s *Show) Open(ui.OpenOptions) ui.View { return View{show: s, moment: s.Moment()} }

func (s *Show) Follow(ui.View, *ui.Program, bool) ui.View { return s.Open(ui.OpenOptions{}) }

func (v View) Update(u *ui.Update, in ui.Input) ui.View {
	switch in.(type) {
	case ui.SourceGrown:
		v.moment = v.show.Moment()
	case ui.Select:
		matchesPage.Open(u, nil)
	}
	return v
}

func (View) Title() string { return "game-tui: grand final" }

// Keys implements ui.View. Over SSH, the presenter's keys are unavailable.
func (View) Keys() *ui.KeyTable { return keys() }

func (View) KeyContext() ui.KeyContext { return inShow }

func (v View) Source() ui.Source { return v.show }

// SharedState implements ui.Sharer. Viewers who hide results cannot share a screen with those who
// show them.
func (View) SharedState(p *ui.Program) any { return p.NoSpoilers }

func (m *Moment) bracket(p *ui.Program) *bracket {
	if p.NoSpoilers {
		return &m.seenResults
	}
	return &m.allResults
}

func (m *Moment) champion(b *bracket) (name string, ok bool) {
	if b.heatCount < 2*m.MatchesPerGroup || m.MatchesPerGroup == 0 {
		return "", false
	}
	return m.name(b.tables[playoff.LastGroup][0].Finalist), true
}

func (m *Moment) name(finalist int) string { return sanitize.Line(m.Names[finalist]) }

// GroupName returns the name of a group, such as "semifinal 1".
func GroupName(group int) string {
	if group == playoff.LastGroup {
		return "final"
	}
	return "semifinal " + strconv.Itoa(group+1)
}

func (m *Moment) roundText() string {
	text, game := "semifinals", m.HeatIndex
	if game >= m.MatchesPerGroup {
		text, game = "final", game-m.MatchesPerGroup
	}
	text = fmt.Sprintf("%s, match %d of %d, round %d", text, game+1, m.MatchesPerGroup, m.Play.Round)
	if m.heat != nil && len(m.boards) > 0 {
		text += fmt.Sprintf(" of %d", m.boards[0].Record.Rounds())
	}
	return text
}

const (
	inShow = ui.FirstViewContext << iota
	inMatches
	allContexts = inShow | inMatches | ui.InHelp
)

var keys func() *ui.KeyTable

func init() { keys = sync.OnceValue(newKeys) } // init avoids an initialisation cycle: the actions refer to keys.

func newKeys() *ui.KeyTable {
	steer := func(id, show, help string, steering ui.SteerAction, names ...string) ui.Binding {
		return ui.Bind(id, show, help, inShow, func(u *ui.Update) { u.Send(ui.Steer{Show: u.View().(View).show, Action: steering}) }, names...).Requiring(ui.CanSteer)
	}
	watch := ui.Bind("watch", "Enter", "watch the chosen match separately", inMatches, ui.ConfirmChosen, "enter", "space")
	return ui.NewKeyTable(inShow, inMatches,
		ui.Section{Title: "Grand final", Keys: []ui.Binding{
			steer("play", "space", "play, pause", ui.SteerPlay, "space", " ").InFooter(3, "", "play").WithCurrentWord(func(p *ui.Program) string { return p.View().(View).moment.Play.Mode.ToggleName() }),
			steer("faster", "+ -", "faster, slower", ui.SteerFaster, "+", "=").InFooter(4, "+-", "speed"),
			steer("slower", "", "", ui.SteerSlower, "-"),
			steer("next", "→ ←", "next, previous matches", ui.SteerNext, "right", "n", "l").InFooter(5, "←→", "matches"),
			steer("back", "", "", ui.SteerBack, "left", "h"),
			ui.Bind("matches", "Enter", "list matches to watch separately", inShow, ui.ConfirmChosen, "enter").InFooter(6, "", "list"),
		}},
		ui.Section{Title: "Lists and pages", Keys: ui.ListKeys(ui.ListContexts{Search: inMatches}, watch.InFooter(2, "", "watch"))},
		ui.Section{Title: "Program", Keys: append(ui.WindowKeys(allContexts), ui.ProgramKeys(allContexts, "leave", ui.LeaveKey(allContexts))...)},
		ui.Section{Title: "While typing", Keys: ui.TypingKeys()},
	)
}

// matchesPage lists the matches that the viewer may see, newest first.
var matchesPage = ui.ListSpec{
	Title: func(*ui.Program, any) string { return "Matches" },
	Key: func(p *ui.Program, _ any) any {
		return [2]any{p.View().(View).moment.bracket(p).heatCount, p.NoSpoilers}
	},
	Rows: func(p *ui.Program, _ any) ui.Rows {
		v := p.View().(View)
		return ui.NewItems(v.show.List(p.NoSpoilers), []ui.ListColumn{{MaxWidth: 30}, {TakesRest: true}}, func(m ListedMatch, _ *theme.Palette) ui.Row {
			title := fmt.Sprintf("%s, match %d", GroupName(m.GroupIndex), m.MatchInGroup+1)
			return ui.Row{Key: m.N, SearchText: title + "\n" + m.Text, Cells: []ui.RowCell{{Text: title}, {Text: m.Text}}}
		})
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		u.StartRequest(ui.Open{Name: MatchName(rows.Key(i).(int))}, "loading…")
	},
	Context:     inMatches,
	Covers:      true,
	Placeholder: "no match has been shown yet",
}

type ListedMatch struct {
	playoff.FinalMatch
	Text string // names and scores of the players
}

// List returns the matches with results, newest first. If onlyShown is set, heats that the show has not
// finished are omitted.
func (s *Show) List(onlyShown bool) (list []ListedMatch) {
	now := s.Moment()
	s.final.View(func(f *playoff.Final) {
		heats := f.CompleteHeats()
		if onlyShown {
			heats = min(now.seenResults.heatCount, heats) // Results may have been removed since they were shown.
		}
		for heat := heats - 1; heat >= 0; heat-- {
			for n, to := f.HeatMatches(heat); n < to; n++ {
				m, _ := f.Match(n)
				var words []string
				for seat, one := range m.Seats {
					words = append(words, fmt.Sprintf("%s %d", now.name(one), f.Result(n).Scores[seat]))
				}
				list = append(list, ListedMatch{m, strings.Join(words, ", ")})
			}
		}
	})
	return list
}

func (v View) AppendText(dst []byte, p *ui.Program) []byte {
	b := v.moment.bracket(p)
	dst = append(dst, v.moment.roundText()+"\n"...)
	for g, table := range b.tables {
		if table == nil {
			continue
		}
		dst = append(dst, GroupName(g)+"\n"...)
		for _, s := range table {
			points := strconv.FormatFloat(s.Points, 'f', -1, 64)
			dst = fmt.Appendf(dst, "  %s: %s points, %s\n", v.moment.name(s.Finalist), points, sim.FormatCount(s.Wins, "win"))
		}
	}
	if name, ok := v.moment.champion(b); ok {
		dst = append(dst, name+" wins the grand final\n"...)
	}
	return dst
}
