package tournament

import (
	"slices"

	"game-tui/sim/league"
	watch "game-tui/tui/match"
	"game-tui/tui/theme"
)

// binding is an entry of the table of keys, which handler, footer and help read.
type binding struct {
	keys       []string // as Bubble Tea names them
	show, help string   // as the help page has them; empty: it is told with another one
	foot       foot
	in         places
	asks       Action // of the shell; help leaves out what it cannot do
	do         func(*update) Effect
}

// foot is how a binding stands in the footer; the zero value: not at all.
type foot struct {
	show, word string
	in         places
}

// places is a set of pages on which a key counts.
type places uint8

func on(pages ...page) (in places) {
	for _, p := range pages {
		in |= 1 << p
	}
	return in
}

var keys []binding

// leaves is what q does for the one who plays the tournament, quits for a visitor.
const (
	leaves = "end here; nothing is lost"
	quits  = "leave; the tournament goes on"
)

func init() { // the actions read the table, too
	lists, all := on(standing, matches, outs), on(standing, matches, outs, help)
	keys = []binding{
		{[]string{"up", "k"}, "↑", "up: another player, another match", foot{"↑↓", "scroll", on(help)}, all, None, moves(-1)},
		{[]string{"down", "j"}, "↓", "down", foot{"↑↓", "choose", lists}, all, None, moves(1)},
		{[]string{"pgup"}, "PgUp", "ten lines up", foot{}, all, None, moves(-10)},
		{[]string{"pgdown"}, "PgDn", "ten lines down", foot{}, all, None, moves(10)},
		{[]string{"home"}, "Home", "to the first", foot{}, all, None, moves(-1 << 20)},
		{[]string{"end"}, "End", "to the last", foot{}, all, None, moves(1 << 20)},
		{[]string{"left", "h"}, "← →", "compare the chosen player with one of the others", foot{}, on(standing), None, compares(-1)},
		{[]string{"right", "l"}, "", "", foot{"←→", "against", all}, on(standing), None, compares(1)},
		{[]string{"enter"}, "Enter", "matches that are worth a look", foot{"Enter", "matches", all}, on(standing), None, opens(matches)},
		{[]string{"enter", "space"}, "Enter", "there: watch the chosen one, played again", foot{"Enter", "watch", all}, on(matches, outs), Open, watchChosen},
		{[]string{"o"}, "o", "who went out, when and why", foot{"o", "outs", on(standing, matches)}, lists, None, opens(outs)},
		{[]string{"t"}, "t", "palette", foot{"t", "palette", all}, all, None, nextPalette},
		{[]string{"?"}, "?", "all keys", foot{"?", "keys", all}, all, None, opens(help)},
		{[]string{"esc"}, "Esc", "close the page, choose nobody", foot{"Esc", "back", on(matches, outs, help)}, all, None, back},
		{[]string{"ctrl+l"}, "Ctrl+l", "draw the screen anew", foot{}, all, Redraw, nil},
		{[]string{"ctrl+z"}, "Ctrl+z", "suspend, fg goes on", foot{}, all, Suspend, nil},
		{[]string{"q"}, "q", leaves, foot{"q", "quit", all}, all, Leave, nil},
		{[]string{"ctrl+c"}, "Ctrl+c", "the same, from everywhere", foot{}, all, Quit, nil},
	}
}

// press takes in a key.
func (u *update) press(k watch.Key) Effect {
	s := &u.s
	s.Touched = true
	if !s.Busy {
		s.Notice = ""
	}
	for i := range keys {
		b := &keys[i]
		if b.in&on(s.page) == 0 || !slices.Contains(b.keys, k.Name) {
			continue
		}
		switch {
		case s.cannot.has(b.asks):
			return Effect{}
		case b.do == nil:
			return Effect{Action: b.asks}
		}
		return b.do(u)
	}
	return Effect{}
}

func moves(n int) func(*update) Effect {
	return func(u *update) Effect {
		u.move(n)
		return Effect{}
	}
}

// move goes up or down by lines.
func (u *update) move(n int) {
	s := &u.s
	last := 0
	switch s.page {
	case standing:
		at := u.now.place(s.player)
		if s.player < 0 && n > 0 {
			n-- // the first key chooses the first
		}
		at = min(max(max(at, 0)+n, 0), len(u.now.Rows)-1)
		s.player = u.now.Rows[at].Entry
		if s.other == s.player {
			s.other = -1
		}
		return
	case matches:
		last = int(league.Kinds) - 1
	case outs:
		last = len(u.now.Outs) - 1
	case help:
		last = len(keys)
	}
	s.at = max(min(s.at+n, last), 0)
}

// compares chooses whom the chosen player is compared with: the rows of the table in
// their order, and before the first all of them.
func compares(n int) func(*update) Effect {
	return func(u *update) Effect {
		s := &u.s
		if s.player < 0 {
			s.player = u.now.Rows[0].Entry
		}
		at := u.now.place(s.other) // -1: all
		rows := len(u.now.Rows)
		for {
			at = (at+1+n+rows+1)%(rows+1) - 1
			if at < 0 || u.now.Rows[at].Entry != s.player {
				break
			}
		}
		s.other = -1
		if at >= 0 {
			s.other = u.now.Rows[at].Entry
		}
		return Effect{}
	}
}

// opens opens a page, or closes it where it is open.
func opens(p page) func(*update) Effect {
	return func(u *update) Effect {
		s := &u.s
		if s.page == p {
			s.page = standing
			return Effect{}
		}
		if s.player < 0 {
			s.player = u.now.Rows[0].Entry
		}
		s.page, s.at = p, 0
		return Effect{}
	}
}

// back closes one thing at a time.
func back(u *update) Effect {
	s := &u.s
	switch {
	case s.page != standing:
		s.page = standing
	case s.other >= 0:
		s.other = -1
	default:
		s.player = -1
	}
	return Effect{}
}

func nextPalette(u *update) Effect {
	s := &u.s
	s.palette = theme.Next(s.Palette, s.profile).Name
	s.dress()
	return Effect{}
}

// watchChosen asks for the chosen match.
func watchChosen(u *update) Effect {
	s := &u.s
	if s.Busy {
		return Effect{}
	}
	if s.page == outs {
		if s.at < len(u.now.Outs) {
			return Effect{Open, u.now.Outs[s.at].At}
		}
		return Effect{}
	}
	if m := u.board.Sight(s.player, s.other)[s.at]; m.Played {
		return Effect{Open, m.Where}
	}
	u.take(watch.Said{Text: "they have not played yet"})
	return Effect{}
}
