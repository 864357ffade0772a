package match

import (
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/tui/chances"
	"game-tui/tui/component"
	"game-tui/tui/highlight"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// whyPage says where the points came from until the shown round, and what went wrong.
type whyPage struct{ text[whyKey] }

// whyKey is all that the page depends on.
type whyKey struct {
	w, h    int
	palette *theme.Palette
	round   int
	version int // of the record
	byScore bool
	over    bool
	known   analysed // of the pace, where it is told
}

// why opens the page, or closes it.
func why(u *update) {
	if _, open := u.s.top().(*whyPage); open {
		u.s.pop()
	} else {
		u.s.push(&whyPage{})
	}
}

func (p *whyPage) where() Where { return InRound }
func (p *whyPage) covers() bool { return false }

// whyRect is the frame of the page as large as it may be: beside the board, as far
// as there is room for both.
func whyRect(w, h int) screen.Rect {
	wide := min(w, 78)
	return screen.Rect{X: w - wide, Y: 1, W: wide, H: h - 3}
}

func (p *whyPage) fit(v *Viewer, s *State) page {
	k := v.load(s)
	key := whyKey{w: s.W, h: s.H, palette: s.Palette, round: k, version: v.match.Record.Version(), byScore: s.ByScore, over: v.final(k)}
	if key.over {
		key.known = s.analysed
	}
	if key == p.key {
		return p
	}
	v.match.hist.Update()
	v.fillInfo(s, k)
	why := v.match.why(k)
	why.Over = key.over
	if key.over && s.opts.shell.refusal(Analyse) == "" {
		why.Pace = pace(&key.known)
	}
	r := whyRect(s.W, s.H)
	w, h := max(r.W-4, 1), max(r.H-2, 1)
	list := component.Styled(w, s.Palette, func(g *screen.Grid, skip int) int {
		return panel.DrawWhy(g, g.Bounds(), &v.info, why, skip)
	})
	return &whyPage{text[whyKey]{key, component.NewText(list, w, min(h, max(len(list), 1))).At(p.body.Top())}}
}

// pace is what is known of the pace of the players.
func pace(known *analysed) *panel.WhyPace {
	now := known.chances
	switch {
	case now == nil && known.why != "":
		return &panel.WhyPace{Note: known.why}
	case now == nil:
		return &panel.WhyPace{Note: "looking…"}
	case now.NoPace != "":
		return &panel.WhyPace{Note: "not measured: " + now.NoPace}
	}
	t := &panel.WhyPace{}
	for i, name := range append([]string{"whole match"}, chances.PaceParts[:]...) {
		l := panel.WhyPaceLine{Name: name}
		for seat := range l.Values {
			l.Values[seat] = [2]string{"…", "…"}
			if now.Pace != nil {
				r := now.Pace[seat].Whole
				if i > 0 {
					r = now.Pace[seat].Parts[i-1]
				}
				l.Values[seat] = [2]string{chances.Rate(r), chances.RateShort(r)}
			}
		}
		t.Lines = append(t.Lines, l)
	}
	switch {
	case now.Pace != nil:
		words := append([]string{chances.PaceMeaning(now.Pace[0].Reference)}, chances.PaceNotes(now.Pace[:], "")...)
		t.Note = strings.Join(words, "; ")
	case known.why != "":
		t.Note = known.why
	default:
		t.Note = fmt.Sprintf("measuring: %.0f %%", 100*now.PacePart)
	}
	return t
}

// why is what the match came to until round k.
func (m *Match) why(k int) *panel.Why {
	why := &panel.Why{Figures: m.book.At(k)}
	for _, s := range m.swings.Until(k) {
		reason := ""
		if s.Source >= 0 {
			reason = m.meta.Game.Sources()[s.Source] + " +" + strconv.Itoa(s.Most)
		}
		if e, more := highlight.Reason(m.Record, s.Round, s.Seat); e != nil {
			reason += ": " + string(m.meta.Game.AppendEvent(nil, e, &m.names))
			if more > 0 {
				reason += ", and " + strconv.Itoa(more) + " more"
			}
		}
		why.Swings = append(why.Swings, panel.WhySwing{Round: s.Round, Seat: s.Seat, Gain: s.Gain, Reason: reason})
	}
	return why
}

func (p *whyPage) scroll(n int) page {
	return &whyPage{p.moved(n, whyRect(p.key.w, p.key.h).H-2)}
}

func (p *whyPage) draw(v *Viewer, g *screen.Grid, s *State) {
	r := whyRect(g.W, g.H)
	r.H = min(r.H, p.body.Lines()+2)
	closes := Name("why") + " closes"
	hint := "↑ ↓ scroll, ← → rounds, " + closes
	if next := s.nextKeys(r.W - 4 - len(closes) - 2); p.key.over && next != "" {
		hint = next + ", " + closes
	}
	p.body.Draw(g, component.Frame(g, r, v.whyTitle(p.key.round), hint, s.Palette), s.Palette)
}

// nextKeys names in w columns the keys of what one may want next when a match is over,
// as far as the shell can do it.
func (s *State) nextKeys(w int) string {
	text := ""
	for _, k := range [...]struct{ id, word string }{{"play", "replays"}, {"next", "next seed"}, {"again", "again"}, {"write", "saves"}, {"export", "exports"}} {
		b := bindingOf(k.id)
		if s.opts.shell.refusal(b.Asks) != "" {
			continue
		}
		more := b.Show + " " + k.word
		if text != "" {
			more = ", " + more
		}
		if screen.Width(text+more) <= w {
			text += more
		}
	}
	return text
}

// whyTitle says what the page answers in round k.
func (v *Viewer) whyTitle(k int) string {
	scores := v.match.Record.State(k).Scores()
	seat, by := sim.Lead(scores)
	switch name := v.match.names[seat]; {
	case v.final(k) && by == 0:
		return "why nobody won alone"
	case v.final(k):
		return "why " + name + " won"
	case by == 0:
		return "how it came to a tie in round " + strconv.Itoa(k)
	default:
		return "why " + name + " leads in round " + strconv.Itoa(k)
	}
}
