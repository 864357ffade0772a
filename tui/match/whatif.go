package match

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Change is what is other in a branch: a match that is played on from one of its rounds.
// The zero values of Player and Mute change nothing but the dice.
type Change struct {
	Round  int
	Seat   int
	Player string  // a built-in player that takes the seat over from there
	Mute   bool    // the seat gives no orders any more
	Dice   int     // number of the other dice: each branch has its own
	Orders *Orders // of chosen units in that round, the first of Seat; nil: as their players say
}

// possible is a line of the page: something that can be changed, or a branch that is
// there.
type possible struct {
	change Change
	to     int // the branch, -1: none
	words  string
	here   bool // it is watched
	orders bool // it asks for orders
}

// whatIf is the page of what can be changed.
var whatIf = &lister[possible]{
	Title: func(v *Viewer, s *State) string {
		title := "what if, from round " + strconv.Itoa(s.Play.Round)
		if v.match.pair != nil {
			title += " of " + v.match.letter()
		}
		return title
	},
	Hint: func() string {
		return Name("choose") + " plays on from there, " + Name("search") + " searches, " + Name("all") + " closes"
	},
	Rows: &component.Rows[possible]{
		Key: func(p possible) string {
			if p.to >= 0 { // which may be given another name
				return strconv.Itoa(p.to)
			}
			return p.words
		},
		Find: func(p possible) string {
			if p.change.Mute {
				return p.words + ", muted" // as a branch of it is called
			}
			return p.words
		},
		Row: func(p possible, c *theme.Palette) component.Row {
			row := component.Row{Cells: []component.Cell{{Text: p.words}}}
			switch {
			case p.here:
				row.Mark = component.Cell{Text: "*", Style: c.Strong}
			case p.to < 0 && (p.change.Mute || p.change.Player != ""):
				row.Mark = component.Cell{Text: strconv.Itoa(p.change.Seat), Style: screen.Style{FG: c.Seat(int8(p.change.Seat)), BG: c.Page}}
			}
			return row
		},
		Columns: []component.Column{{Rest: true}},
		None:    "nothing can be changed",
		NoMatch: "nothing matches",
	},
	Key:   func(v *Viewer, s *State) any { return [3]any{s.branches, s.Play.Round, v.match} },
	Items: func(v *Viewer, s *State, _ string) []possible { return v.possible(s) },
	Where: InWhatIf,
	Choose: func(u *update, p possible) {
		if p.to >= 0 {
			u.s.pop()
			if !p.here {
				u.switchTo(p.to)
			}
			return
		}
		if p.orders {
			editOrders(u)
			return
		}
		u.playOn(p.change, p.words)
	},
}

// switchTo asks for a branch that is there, or for the match itself.
func (u *update) switchTo(n int) {
	if u.s.Busy() {
		u.busy()
		return
	}
	u.ask(Switch, strconv.Itoa(n))
}

// playOn asks for a branch, and closes the pages that led there.
func (u *update) playOn(c Change, words string) {
	if b, most := u.s.branches, u.s.opts.shell.mostBranches(); b != nil && len(b.list) > most {
		u.say(fmt.Sprintf("there are %d branches, and no more are kept", most))
		return
	}
	u.request(Branch, "", "playing on: "+words+"…")
	if u.effect.Kind == Branch {
		u.effect.Change = c
		u.s.pages = nil
	}
}

// possible lists what is there, and what can be changed in the shown round.
func (v *Viewer) possible(s *State) (list []possible) {
	if b := s.branches; b != nil {
		for i, branch := range b.list {
			words := b.chain(i)
			if branch.Worth != "" {
				words += "; " + branch.Worth
			}
			list = append(list, possible{to: i, words: words, here: i == b.at})
		}
	}
	k := s.Play.Round
	if k >= v.match.Record.Rounds() {
		return list
	}
	list = append(list, possible{change: Change{Round: k, Dice: len(list)}, to: -1, words: "the same players, other dice"})
	list = append(list, possible{orders: true, to: -1, words: "other orders of chosen units…"})
	for seat := range sim.Seats {
		name := v.match.names[seat]
		list = append(list, possible{change: Change{Round: k, Seat: seat, Mute: true}, to: -1, words: name + " gives no orders any more"})
		if s.opts.shell == nil {
			continue
		}
		for _, player := range s.opts.shell.Players {
			if player != v.match.meta.Names[seat] {
				list = append(list, possible{change: Change{Round: k, Seat: seat, Player: player}, to: -1, words: player + " plays for " + name})
			}
		}
	}
	return list
}

// renameBranch asks for the name of the chosen branch.
func renameBranch(u *update) {
	p, ok := u.s.top().(*listPage[possible])
	if !ok {
		return
	}
	line, ok := p.list.Chosen()
	if !ok || line.to <= 0 {
		u.say("choose a branch first: they stand below the match itself")
		return
	}
	in := component.NewInput("name of the branch: ", MaxBranchName).Typed(u.s.branches.list[line.to].Name)
	u.s.push(&prompt{in, func(u *update, text string) { u.nameBranch(line.to, strings.TrimSpace(clean.Line(text))) }})
}

// nameBranch gives a branch a name; an empty one takes it away.
func (u *update) nameBranch(n int, name string) {
	b := *u.s.branches
	b.list = slices.Clone(b.list)
	b.list[n].Name = name
	u.s.branches = &b
	u.say("named: " + b.list[n].title())
	u.ask(NameBranches, "")
}

// openWhatIf opens the page.
func openWhatIf(u *update) {
	if words := u.s.opts.shell.refusal(Branch); words != "" {
		u.say(words)
		return
	}
	if u.s.Play.Round >= u.v.match.Record.Rounds() && u.s.branches == nil {
		u.say("the match is over: go back to the round from which it should go another way")
		return
	}
	u.s.Play = u.s.Play.Pause()
	u.s.push(newList(whatIf, &u.s, false))
}
