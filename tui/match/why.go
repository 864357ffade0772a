package match

import (
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/tui/chances"
	"game-tui/tui/component"
	"game-tui/tui/highlight"
	"game-tui/tui/numbers"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/ui"
)

// why says where the points came from until the shown round, and what went wrong.
var why = &ui.Text{
	Key: anyKey,
	Lines: func(p *ui.Program, _ any, w int) []string {
		return read(p, func(c *look) []string {
			why := c.why()
			if c.ended() && p.Refusal(ui.CanAnalyse) == "" {
				why.Pace = c.pace()
			}
			return component.Lines(w, p.Palette, func(g *screen.Grid) int { return panel.DrawWhy(g, &c.info, why) })
		})
	},
	Title: func(p *ui.Program, _ any) string { return read(p, (*look).whyTitle) },
	Hint: func(p *ui.Program, _ any) string {
		closes := Name("why") + " closes"
		s, next := stateOf(p), nextKeys(p, whyRect(p.W, p.H).W-4-len(closes)-2)
		if s.ended() && next != "" {
			return next + ", " + closes
		}
		return ui.Name("searchUp") + " scroll, ← → rounds, " + closes
	},
	Rect: whyRect,
}

// whyRect is beside the board, as far as there is room for both.
func whyRect(w, h int) screen.Rect {
	wide := min(w, 78)
	return screen.Rect{X: w - wide, Y: 1, W: wide, H: h - 3}
}

// why is what the match came to until the shown round.
func (c *look) why() *panel.Why {
	why := &panel.Why{Figures: c.book.At(c.Play.Round), Over: c.ended()}
	for _, s := range c.swings.Until(c.Play.Round) {
		reason := ""
		if s.Source >= 0 {
			reason = c.Meta.Game.Sources()[s.Source] + " +" + strconv.Itoa(s.Most)
		}
		if e, more := highlight.Reason(c.Record, s.Round, s.Seat); e != nil {
			reason += ": " + string(c.Meta.Game.AppendEvent(nil, e, &c.Names))
			if more > 0 {
				reason += ", and " + strconv.Itoa(more) + " more"
			}
		}
		why.Swings = append(why.Swings, panel.WhySwing{Round: s.Round, Seat: s.Seat, Gain: s.Gain, Reason: reason})
	}
	return why
}

// pace is what is known of the pace of the players.
func (s *State) pace() *panel.WhyPace {
	now, reason := s.analysed.Now, s.analysed.Why
	switch {
	case now == nil && reason != "":
		return &panel.WhyPace{Note: reason}
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
	case reason != "":
		t.Note = reason
	default:
		t.Note = "measuring: " + numbers.Percent(now.PacePart)
	}
	return t
}

// ended reports whether the end of a whole match is shown.
func (s *State) ended() bool { return s.front().final(s.Play.Round) }

// whyTitle says what the page answers.
func (c *look) whyTitle() string {
	seat, by := sim.Lead(c.frame.Scores())
	switch name, round := c.Names[seat], strconv.Itoa(c.Play.Round); {
	case c.ended() && by == 0:
		return "why nobody won alone"
	case c.ended():
		return "why " + name + " won"
	case by == 0:
		return "how it came to a tie in round " + round
	default:
		return "why " + name + " leads in round " + round
	}
}

// nextKeys names in w columns the keys of what one may want next when a match is over,
// as far as the shell can do it.
func nextKeys(p *ui.Program, w int) string {
	var parts []string
	for _, k := range [...]struct{ id, word string }{{"play", "replays"}, {"next", "next seed"}, {"again", "again"}, {"write", "saves"}, {"export", "exports"}} {
		b := keys.Binding(k.id)
		if p.Refusal(b.Asks) == "" {
			parts = append(parts, b.Show+" "+k.word)
		}
	}
	return fitting(parts, w)
}

// output is all that the players print while they decide the shown round.
var output = &ui.Text{
	Key:  anyKey,
	Anew: anotherRound,
	Lines: func(p *ui.Program, _ any, w int) []string {
		return read(p, func(c *look) []string {
			return component.Lines(w, p.Palette, func(g *screen.Grid) int { return panel.DrawAllOutput(g, &c.info) })
		})
	},
	Title: func(p *ui.Program, _ any) string {
		return "what the players print while they decide round " + strconv.Itoa(stateOf(p).Play.Round)
	},
	Hint: func(p *ui.Program, _ any) string {
		return ui.Name("searchUp") + " scroll, ← → rounds, " + Name("output") + " closes"
	},
}
