package match

import (
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/chances"
	"game-tui/tui/component"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/timeline"
)

// analysed is what a watcher has been told of the chances.
type analysed struct {
	chances *chance.Snapshot // nil: nothing yet
	why     string           // nothing more is found out at present
}

// Analysed is what is known of the chances of the match, and why nothing more is found
// out at present, if nothing is.
type Analysed struct {
	Now *chance.Snapshot
	Why string
}

// Wants is what the watcher looks at that is computed for it: the shell has it computed,
// and brings what is new as Analysed.
func (s *State) Wants() (want chances.Want) {
	if s.Chances {
		want |= chances.WantChances
	}
	for _, p := range s.pages {
		switch p := p.(type) {
		case *listPage[turn]:
			want |= chances.WantChances
		case *whyPage:
			if p.key.over {
				want |= chances.WantPace
			}
		}
	}
	return want
}

// analyse takes in what has become known.
func (u *update) analyse(e Analysed) {
	if u.s.Wants() != 0 {
		u.s.analysed = analysed{e.Now, e.Why}
	}
}

// showCharts opens the charts, the chances first, and from there goes on by so many.
func showCharts(by int) func(*update) {
	return func(u *update) {
		s := &u.s
		offered := s.opts.shell.refusal(Analyse) == ""
		if s.Tab != panel.Chart || s.Inspect {
			s.Tab, s.Inspect, s.Chances = panel.Chart, false, offered
			return
		}
		n := int(u.v.match.hist.Series())
		at := int(s.Chart) + 1 // the chances are 0
		if s.Chances {
			at = 0
		}
		at = (at + by + n + 1) % (n + 1)
		if at == 0 && !offered {
			at = (at + by + n + 1) % (n + 1)
		}
		if s.Chances = at == 0; !s.Chances {
			s.Chart = timeline.Series(at - 1)
		}
	}
}

// chancesView is what is shown of the chances in the loaded round.
func (v *Viewer) chancesView(s *State) chances.View {
	view := chances.View{Now: s.chances, Why: s.why, Names: &v.match.names, Seats: v.info.Seats(), Span: v.span(s), Palette: s.Palette}
	view.Front = v.favourite(s, v.info.Round)
	if !s.Still {
		view.Hint = Name("chart") + " next, " + Name("turnings") + " turnings"
	}
	return view
}

// favourite is the seat whose chance a watcher reads first: the one in front, or else the one
// that is most likely to win in round k; the leader where no chances are known of it.
func (v *Viewer) favourite(s *State, k int) int {
	if v.info.Front > 0 {
		return int(v.info.Front) - 1
	}
	at, known := s.chanceAt(k)
	if !known {
		seat, _ := sim.Lead(v.frame.Scores())
		return seat
	}
	return at.Favourite()
}

// chanceAt are the chances in round k, where they are known and may be told.
func (s *State) chanceAt(k int) (at chance.Chance, known bool) {
	if s.chances == nil || k > s.Horizon() {
		return at, false
	}
	line := s.chances.Line(s.Horizon())
	if k >= len(line) {
		return at, false
	}
	return line[k], true
}

// chanceText is the chance of the favourite, or of the player in front, in a longer and a
// shorter form, empty where it is not known.
func (v *Viewer) chanceText(s *State, k int) (long, short string) {
	at, known := s.chanceAt(k)
	if !s.Chances || !known || v.final(k) {
		return "", ""
	}
	seat := v.favourite(s, k)
	percent := chances.Percent(at.Win[seat])
	long, short = v.match.names[seat]+" wins at "+percent, v.match.names[seat]+" "+percent
	if s.chances.Estimate {
		long, short = long+", estimate", "~"+short
	}
	return long, short
}

// turn is a turning point in a list.
type turn struct {
	chance.Turning
	names *[sim.Seats]string
}

// reason is the part of the reason that is about the seat, which it begins with; the first
// part where none is.
func (t *turn) reason() string {
	parts := strings.Split(t.Reason, "; ")
	for _, part := range parts {
		about := ""
		for _, name := range t.names { // one may begin with another
			if strings.HasPrefix(part, name) && len(name) > len(about) {
				about = name
			}
		}
		if about == t.names[t.Seat] {
			return part
		}
	}
	return parts[0]
}

// turnings is the list of the turning points.
var turnings = &lister[turn]{
	Title: func(v *Viewer, s *State) string {
		view := chances.View{Now: s.chances, Why: s.why}
		return "turning points: " + view.State()
	},
	Hint: func() string { return Name("choose") + " goes there, " + Name("all") + " closes" },
	Rows: &component.Rows[turn]{
		Key:  func(t turn) string { return fmt.Sprint(t.Round, t.Seat) },
		Find: func(t turn) string { return fmt.Sprint(chances.Turning(&t.Turning, t.names)) },
		Row: func(t turn, p *theme.Palette) component.Row {
			row := component.Row{Mark: component.Cell{Text: strconv.Itoa(t.Seat), Style: screen.Style{FG: p.Seat(int8(t.Seat)), BG: p.Page}}}
			row.Cells = []component.Cell{
				{Text: fmt.Sprintf("%d–%d", t.Round, t.Until)},
				{Text: fmt.Sprintf("%s %s → %s", t.names[t.Seat], chances.Percent(t.From), chances.Percent(t.To))},
				{Text: t.reason()},
			}
			return row
		},
		Columns: []component.Column{{Max: 9}, {Max: 34}, {Rest: true}},
		None:    "nothing to tell: no change is larger than 10 % and than the dice explain, or it has not been looked for yet",
		NoMatch: "nothing matches",
	},
	Key: func(v *Viewer, s *State) any { return [2]any{s.chances, s.Horizon()} },
	Items: func(v *Viewer, s *State, _ string) (list []turn) {
		if s.chances == nil {
			return nil
		}
		for _, t := range s.chances.Seen(s.Horizon()) {
			list = append(list, turn{t, &v.match.names})
		}
		return list
	},
	Where: InList,
	Choose: func(u *update, t turn) {
		u.s.pop()
		u.s.Tab, u.s.Chances = panel.Chart, true
		u.jumpRound(t.Round)
	},
}

// listTurnings opens the list of the turning points.
func listTurnings(u *update) {
	if words := u.s.opts.shell.refusal(Analyse); words != "" {
		u.say(words)
		return
	}
	u.s.Chances = true
	u.s.push(newList(turnings, &u.s, false))
}

// nextStop goes to the next turning point that way where the chances are on the screen,
// otherwise to the next event.
func nextStop(dir int) func(*update) {
	toEvent := stop(dir, (*State).stops)
	return func(u *update) {
		round, found, ok := u.s.turningStop(dir)
		switch {
		case !ok:
			toEvent(u)
		case found:
			u.jumpRound(round)
		default:
			u.say("no turning point that way")
		}
	}
}

// turningStop is the next turning point that way; ok is false where the chances are not
// shown or have none at all.
func (s *State) turningStop(dir int) (round int, found, ok bool) {
	if !s.Chances || s.chances == nil {
		return 0, false, false
	}
	list := s.chances.Seen(s.Horizon())
	if dir < 0 {
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].Round < s.Play.Round {
				return list[i].Round, true, true
			}
		}
	} else {
		for i := range list {
			if list[i].Round > s.Play.Round {
				return list[i].Round, true, true
			}
		}
	}
	return 0, false, len(list) > 0
}
