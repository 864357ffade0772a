package console

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/sim/winchance"
	"game-tui/tui/draw/chances"
	"game-tui/tui/draw/panel"
	"game-tui/tui/plain"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

// command is a command that can be typed.
type command struct {
	name, about, help string
	do                func(t *session, about string) []string
}

// commands returns all commands in the order of help. Left is the rest of the last answer.
func commands(left []string) []command {
	return []command{
		{"next", "[N]", "go forward 1 or N rounds; so does Enter", step("on", "this is the newest round")},
		{"back", "[N]", "go back 1 or N rounds", step("back", "this is the start")},
		{"first", "", "to the start", (*session).first},
		{"last", "", "to the newest round", (*session).last},
		{"lead", "", "to the next change of the leader", navigate("nextLead")},
		{"event", "", "to the next event that the timeline marks", navigate("nextEvent")},
		{"round", "", "this round again", func(t *session, _ string) []string { return t.describe() }},
		{"scores", "", "the lead and the win chances", (*session).scores},
		{"players", "", "what each player has", (*session).players},
		{"units", "[PLAYER]", "the units on the board", (*session).units},
		{"unit", "UNIT", "describe a unit, by number or words such as ghost Seeker", (*session).unit},
		{"cell", "ROW,COLUMN", "describe a cell", (*session).cell},
		{"board", "", "the board in letters", (*session).board},
		{"follow", "[UNIT]", "describe this unit in every round; without UNIT, stop", (*session).follow},
		{"find", "WORDS", "find units, events and places; found goes to the next", (*session).find},
		{"found", "", "to the next match found", navigate("nextFound")},
		{"index", "", "list all events, this round first", readPage("events")},
		{"why", "", "where the points came from", readPage("why")},
		{"orders", "[PLAYER|WORDS]", "orders that failed, units lost and idle, of that player; with WORDS of a line its moments, found goes to the next", (*session).orders},
		{"turnings", "", "list the turning points", (*session).turnings},
		{"only", "[KINDS]", "read only these kinds of lines: " + strings.Join(plain.KindNames, ", ") + "; without KINDS, the important ones", (*session).only},
		{"more", "", "the rest of an answer", func(t *session, _ string) []string {
			if left == nil {
				return []string{"no more"}
			}
			return left
		}},
		{"help", "", "this", func(*session, string) []string { return help() }},
		{"quit", "", "leave; so does the end of input", func(t *session, _ string) []string { t.quit = true; return nil }},
	}
}

func help() []string {
	list := []string{"a number goes to that round; places are (row,column); commands may be abbreviated:"}
	for _, c := range commands(nil) {
		list = append(list, strings.TrimSpace(c.name+" "+c.about)+": "+c.help)
	}
	return list
}

// number parses a number that is not negative.
func number(word string) (int, error) {
	n, err := strconv.ParseUint(word, 10, 31)
	return int(n), err
}

// step moves by rounds and describes each.
func step(id, still string) func(*session, string) []string {
	return func(t *session, about string) (list []string) {
		n, err := number(about)
		if about == "" {
			n, err = 1, nil
		}
		if err != nil {
			return []string{fmt.Sprintf("%q is not a number of rounds; type next 10", sanitize.Truncate(about, 40))}
		}
		for range n {
			before := t.state()
			t.press(id)
			list = append(list, t.moved(before, still)...)
			if t.round() == before.Play.Round {
				break
			}
		}
		return list
	}
}

// navigate executes a navigation key.
func navigate(id string) func(*session, string) []string {
	return func(t *session, _ string) []string {
		before := t.state()
		t.press(id)
		return t.moved(before, "in this round")
	}
}

// readPage reads the page that a key opens.
func readPage(id string) func(*session, string) []string {
	return func(t *session, _ string) []string {
		t.press(id)
		list := t.program.PageText()
		t.update(ui.Key{Name: "esc"})
		return list
	}
}

// orders summarizes a player's orders, or lists the moments of a line of the summary and goes to
// the first.
func (t *session) orders(about string) []string {
	if seat := location.FindPlayer(t.rec.Meta(), about); about != "" && seat >= 0 {
		for int(t.state().Front) != seat+1 {
			t.press("front")
		}
		about = ""
	}
	if about == "" {
		return readPage("mine")(t, "")
	}
	t.press("mine")
	t.press("search")
	t.update(ui.Paste{Text: about})
	t.update(ui.Key{Name: "enter"})
	if _, _, ok := ui.ChosenRow(&t.program); !ok {
		t.press("mine")
		return []string{fmt.Sprintf("no line of orders says %q", sanitize.Truncate(about, 40))}
	}
	t.press("choose")
	list, before := t.program.PageText(), t.state()
	t.press("choose")
	return append(list, t.moved(before, "in this round")...)
}

// known is what is known of the chances.
type known chances.Analysis

func (t *session) known() (k known) {
	if t.registration != nil {
		now, _, err := t.registration.Now()
		if k.Now = now; err != nil {
			k.Stopped = err.Error()
		}
	}
	return k
}

// all reports whether all turning points are known.
func (k known) all() bool {
	return k.Now != nil && (k.Now.OnlyEstimate || k.Now.Level == winchance.Done)
}

// turnings lists the turning points, or the progress of the search, which it starts.
func (t *session) turnings(string) []string {
	switch {
	case t.analyst == nil:
		return []string{"nothing is analysed here"}
	case t.registration == nil:
		t.registration = t.analyst.Register(t.rec, chances.WantChances)
	}
	k := t.known()
	list := []string{"turning points: " + t.withRound(func(c *page.MatchState) []string { return []string{chances.State(chances.Analysis(k), c.Horizon)} })[0]}
	if k.Now != nil {
		told := t.withRound(func(c *page.MatchState) (list []string) {
			for _, turning := range k.Now.TurningsUntil(c.Horizon) {
				list = append(list, chances.TurningSentence(&turning, &c.Names))
			}
			if list == nil {
				list = []string{chances.ExplainNoTurnings(k.Now, c.Horizon, t.rec.Rounds(), &c.Names)}
			}
			return list
		})
		list = append(list, told...)
	}
	if t.announced = k.all(); !t.announced && k.Stopped == "" {
		list = append(list, "still searching; type turnings again later")
	}
	return list
}

func (t *session) goTo(n int) []string {
	before := t.state()
	t.press("go")
	t.update(ui.Paste{Text: strconv.Itoa(n)})
	t.update(ui.Key{Name: "enter"})
	return t.moved(before, "this is round "+strconv.Itoa(before.Play.Round))
}

func (t *session) first(string) []string { return t.goTo(0) }

func (t *session) last(string) []string { return t.goTo(t.rec.Edge()) }

func (t *session) scores(string) []string {
	list := []string{t.Standing(t.round(), ": ")}
	if chances := t.Chances(t.round(), ": "); chances != "" {
		list = append(list, "chances: "+chances)
	}
	return list
}

// players reads the cards of the players and the labels of the board.
func (t *session) players(string) []string {
	return t.withRound(func(c *page.MatchState) (list []string) {
		if t.rec.Missing(c.Place.Round) {
			return []string{record.MissingRoundText}
		}
		words := func(labels []sim.Label) (text string) {
			for _, l := range labels {
				text += ", " + l.Key + " " + strings.TrimSpace(l.Value)
			}
			return text
		}
		for _, seat := range c.Info.Seats() {
			card := &c.Info.Frame.Players[seat]
			line := fmt.Sprintf("%s: score %d (%+d)%s", c.Names[seat], card.Score, c.Info.Gain[seat], words(card.Stats))
			if reason, out := c.Info.OutReason(seat); out {
				line += ", out: " + reason
			}
			list = append(list, strings.Join(strings.Fields(line), " "))
		}
		if nobodys := words(c.Info.Frame.Labels); nobodys != "" {
			list = append(list, strings.TrimPrefix(nobodys, ", "))
		}
		return list
	})
}

// units lists the units on the board, or a player's.
func (t *session) units(about string) []string {
	seat := location.FindPlayer(t.rec.Meta(), about)
	if about != "" && seat < 0 {
		return []string{fmt.Sprintf("no player %q: type a name, or the number of a seat", sanitize.Truncate(about, 40))}
	}
	return t.withRound(func(c *page.MatchState) (list []string) {
		of := ""
		if seat >= 0 {
			of = " of " + c.Names[seat]
		}
		for i := range c.Info.Frame.Units {
			if u := &c.Info.Frame.Units[i]; u.OnBoard && (seat < 0 || int(u.Seat) == seat) {
				name := c.UnitName(u)
				if seat >= 0 {
					name = strings.TrimSuffix(name, ", "+c.Names[seat])
				}
				list = append(list, name+" at "+u.At.String())
			}
		}
		return append([]string{sim.Count(len(list), "unit") + of}, list...)
	})
}

// named returns the unit with a typed number or name, or an error text.
func (c unitCommand) named(about string) (*sim.Unit, []string) {
	if about == "" {
		return nil, []string{"which unit? type its number, as in " + c.word + " 67, or words of its name; units lists them"}
	}
	words := strings.Fields(strings.ToLower(about))
	n, err := number(words[len(words)-1])
	byNumber := err == nil && len(words) <= 2 // may follow its kind
	var fit []*sim.Unit
	var names []string
	for i := range c.Info.Frame.Units {
		u := &c.Info.Frame.Units[i]
		name := strings.ToLower(c.UnitName(u))
		switch {
		case !u.OnBoard:
		case byNumber && int(u.ID) == n && strings.Contains(name, words[0]),
			!slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) }) && !byNumber:
			fit, names = append(fit, u), append(names, c.UnitName(u))
		}
	}
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) > 1:
		return nil, append([]string{fmt.Sprintf("which one? %q matches all of these", sanitize.Truncate(about, 40))}, names...)
	case byNumber:
		return nil, []string{fmt.Sprintf("unit %d is not on the board in this round; find %[1]d lists its events", n)}
	}
	return nil, []string{fmt.Sprintf("no unit on the board is called %q; units lists them", sanitize.Truncate(about, 40))}
}

// unitCommand is a command about a unit.
type unitCommand struct {
	*page.MatchState
	word string
}

// maxPastEvents is the number of past events listed.
const maxPastEvents = 10

func (t *session) unit(about string) []string {
	return t.withRound(func(c *page.MatchState) []string {
		u, refused := unitCommand{c, "unit"}.named(about)
		if u == nil {
			return refused
		}
		list := append([]string{c.UnitName(u) + " at " + u.At.String()}, panel.InspectLines(c.Info, t.rec.State(c.Place.Round), u.At)...)
		if past := panel.PastLines(c.Info, t.rec.Turn, u.At, maxPastEvents); len(past) > 0 {
			list = append(list, "in the rounds before:")
			for _, l := range past {
				list = append(list, strings.Replace(l, "  ", ": ", 1)) // after the round
			}
		}
		return list
	})
}

func (t *session) cell(about string) []string {
	return t.withRound(func(c *page.MatchState) []string {
		q := c.Index.Parse(strings.ReplaceAll(about, " ", ""), &c.Names)
		at, ok := q.Cell()
		if rows, cols := c.Size(); !ok || !at.In(rows, cols) {
			return []string{fmt.Sprintf("which cell? type its row and column, as in cell 12,40; there are %d rows and %d columns", rows, cols)}
		}
		return panel.InspectLines(c.Info, t.rec.State(c.Place.Round), at)
	})
}

// board returns the rows of the board after the legend.
func (t *session) board(string) []string {
	return t.withRound(func(c *page.MatchState) []string {
		list := split(plain.AppendLegend(nil, c.Legend))
		for k, row := range strings.Split(strings.TrimSuffix(string(plain.AppendBoard(nil, c.Info.Frame, c.Legend)), "\n"), "\n") {
			list = append(list, fmt.Sprintf("%d: %s", k, row))
		}
		return list
	})
}

func (t *session) follow(about string) []string {
	var to location.Place
	list := t.withRound(func(c *page.MatchState) []string {
		to = c.Place
		if to.Follow = 0; about == "" {
			return []string{"following no unit"}
		}
		u, refused := unitCommand{c, "follow"}.named(about)
		if u == nil {
			to = c.Place
			return refused
		}
		to.Follow = location.RefTo(int(u.ID))
		return []string{"following " + c.UnitName(u) + " at " + u.At.String()}
	})
	t.act(func(a page.Actions) { a.Jump(to) })
	return list
}

// act executes an action of the match view.
func (t *session) act(do func(a page.Actions)) {
	u := &ui.Update{Program: t.program}
	t.state().Act(u, func(_ *page.MatchState, a page.Actions) { do(a) })
	t.program = u.Program.WithView(u.View())
}

// find lists matches of a query; "found" continues.
func (t *session) find(about string) []string {
	t.press("find")
	t.update(ui.Paste{Text: about})
	list := t.program.PageText()
	t.update(ui.Key{Name: "esc"})
	if about != "" {
		t.act(func(a page.Actions) { a.Search(about) })
	}
	return list
}

// only sets the kinds of lines that are read.
func (t *session) only(about string) []string {
	kinds := plain.All
	if about != "" {
		var err error
		if kinds, err = plain.ParseKinds(about); err != nil {
			return []string{err.Error()}
		}
	}
	if kinds&plain.Mine != 0 && t.Seat < 0 {
		return []string{"mine needs a player: start with --me and a player"}
	}
	t.Only = kinds
	if about == "" {
		return []string{"told from now on: what matters, and the rest by more"}
	}
	return []string{"told from now on: " + sanitize.Truncate(about, 80)}
}
