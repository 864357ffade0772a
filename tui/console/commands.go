package console

import (
	"cmp"
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

type command struct {
	name, usage, help string
	run               func(t *session, arg string) []string
}

// commands returns all commands in the order of the help text. The argument remainingLines is the
// unprinted rest of the last answer, which the command "more" returns.
func commands(remainingLines []string) []command {
	return []command{
		{"next", "[N]", "go forward N rounds (default 1); Enter goes forward one", step("on", "already at the newest round")},
		{"back", "[N]", "go back N rounds (default 1)", step("back", "already at the start")},
		{"first", "", "go to the start", func(t *session, _ string) []string { return t.goTo(0) }},
		{"last", "", "go to the newest round", func(t *session, _ string) []string { return t.goTo(t.rec.Edge()) }},
		{"lead", "", "go to the next lead change", navigate("nextLead")},
		{"event", "", "go to the next event marked on the timeline", navigate("nextEvent")},
		{"round", "", "describe this round again", func(t *session, _ string) []string { return t.describeRound() }},
		{"scores", "", "print the scores, the lead and the win chances", func(t *session, _ string) []string { return t.scores(t.round()) }},
		{"players", "", "list each player's score and figures", (*session).players},
		{"units", "[PLAYER]", "list the units on the board", (*session).units},
		{"unit", "UNIT", "describe a unit, given its number or words such as ghost Seeker", (*session).unit},
		{"cell", "ROW,COLUMN", "describe a cell", (*session).cell},
		{"board", "", "print the board in letters", (*session).board},
		{"follow", "[UNIT]", "describe this unit every round; without UNIT, stop following", (*session).follow},
		{"find", "WORDS", "find units, events and cells; type found for the next hit", (*session).find},
		{"found", "", "go to the next hit", navigate("nextFound")},
		{"index", "", "list all events, this round first", readPage("events")},
		{"why", "", "explain where the points came from", readPage("why")},
		{"orders", "[PLAYER|WORDS]", "list a player's failed orders, lost units and idle units; with WORDS from one of these lines, list its rounds and go to the first", (*session).orders},
		{"turnings", "", "list the turning points", (*session).turnings},
		{"only", "[KINDS]", "print only lines of these kinds (" + strings.Join(plain.KindNames, ", ") + "); without KINDS, only important lines", (*session).filterKinds},
		{"more", "", "show the rest of the last answer", func(t *session, _ string) []string {
			if remainingLines == nil {
				return []string{"nothing more to show"}
			}
			return remainingLines
		}},
		{"help", "", "show this list", func(*session, string) []string { return help() }},
		{"quit", "", "end the session; end of input also quits", func(t *session, _ string) []string { t.quit = true; return nil }},
	}
}

func help() []string {
	list := []string{"type a round number to go to that round; positions are (row,column); commands can be abbreviated:"}
	for _, c := range commands(nil) {
		list = append(list, strings.TrimSpace(c.name+" "+c.usage)+": "+c.help)
	}
	return list
}

func parseNumber(arg string) (int, error) {
	n, err := strconv.ParseUint(arg, 10, 31)
	return int(n), err
}

func step(id, unchangedText string) func(*session, string) []string {
	return func(t *session, arg string) (list []string) {
		n, err := parseNumber(arg)
		if arg == "" {
			n, err = 1, nil
		}
		if err != nil {
			return []string{fmt.Sprintf("%q: expected a number of rounds, such as 10", sanitize.Truncate(arg, 40))}
		}
		for range n {
			before := t.state()
			t.press(id)
			list = append(list, t.describeMove(before, unchangedText)...)
			if t.round() == before.Play.Round {
				break
			}
		}
		return list
	}
}

func navigate(id string) func(*session, string) []string {
	return func(t *session, _ string) []string {
		before := t.state()
		t.press(id)
		return t.describeMove(before, "already at this round")
	}
}

func readPage(id string) func(*session, string) []string {
	return func(t *session, _ string) []string {
		t.press(id)
		list := t.program.PageText()
		t.update(ui.Key{Name: "esc"})
		return list
	}
}

// orders summarises a player's orders. If arg is neither empty nor a player, it finds the summary
// line that contains arg, lists its moments and goes to the first.
func (t *session) orders(arg string) []string {
	if seat := location.FindSeat(t.rec.Meta(), arg); arg != "" && seat >= 0 {
		for int(t.state().HighlightedSeat) != seat+1 {
			t.press("front")
		}
		arg = ""
	}
	if arg == "" {
		return readPage("mine")(t, "")
	}
	t.press("mine")
	t.press("search")
	t.update(ui.Paste{Text: arg})
	t.update(ui.Key{Name: "enter"})
	if _, _, ok := ui.ChosenRow(&t.program); !ok {
		t.press("mine")
		return []string{fmt.Sprintf("no line contains %q; type orders for a list", sanitize.Truncate(arg, 40))}
	}
	t.press("choose")
	list, before := t.program.PageText(), t.state()
	t.press("choose")
	return append(list, t.describeMove(before, "already at this round")...)
}

func (t *session) analysis() (a chances.Analysis) {
	if t.registration == nil {
		return a
	}
	now, _, err := t.registration.Latest()
	if a.Snapshot = now; err != nil {
		a.StopReason = err.Error()
	}
	return a
}

func allTurningsKnown(a chances.Analysis) bool {
	return a.Snapshot != nil && (a.Snapshot.IsEstimateOnly || a.Snapshot.Level == winchance.LevelDone)
}

// turnings lists the turning points. While the search for them runs, it returns the progress. The
// first call starts the search.
func (t *session) turnings(string) []string {
	switch {
	case t.analyst == nil:
		return []string{"this match is not analysed"}
	case t.registration == nil:
		t.registration = t.analyst.Register(t.rec, chances.ChanceResults)
	}
	known := t.analysis()
	list := t.withMatchState(func(c *page.MatchState) []string {
		list := []string{"turning points: " + chances.StatusText(known, c.Horizon)}
		if known.Snapshot == nil {
			return list
		}
		for _, turning := range known.Snapshot.TurningPointsUntil(c.Horizon) {
			list = append(list, chances.TurningSentence(&turning, &c.Names))
		}
		if len(list) == 1 {
			list = append(list, chances.ExplainNoTurnings(known.Snapshot, c.Horizon, t.rec.Rounds(), &c.Names))
		}
		return list
	})
	if t.turningsAnnounced = allTurningsKnown(known); !t.turningsAnnounced && known.StopReason == "" {
		list = append(list, "still searching; try turnings again later")
	}
	return list
}

func (t *session) goTo(n int) []string {
	before := t.state()
	t.press("go")
	t.update(ui.Paste{Text: strconv.Itoa(n)})
	t.update(ui.Key{Name: "enter"})
	return t.describeMove(before, "this is round "+strconv.Itoa(before.Play.Round))
}

func (t *session) scores(k int) []string {
	list := []string{t.Standings(k, ": ")}
	if chances := t.Chances(k, ": "); chances != "" {
		list = append(list, "chances: "+chances)
	}
	return list
}

func (t *session) players(string) []string {
	return t.withMatchState(func(c *page.MatchState) (list []string) {
		if t.rec.IsMissing(c.Place.Round) {
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
			line := fmt.Sprintf("%s: score %d (%+d)%s", c.Names[seat], card.Score, c.Info.RoundGains[seat], words(card.Stats))
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

func (t *session) units(arg string) []string {
	seat := location.FindSeat(t.rec.Meta(), arg)
	if arg != "" && seat < 0 {
		return []string{fmt.Sprintf("no player %q: type a name or a seat number", sanitize.Truncate(arg, 40))}
	}
	return t.withMatchState(func(c *page.MatchState) (list []string) {
		suffix, owner := "", ""
		if seat >= 0 {
			suffix, owner = " of "+c.Names[seat], ", "+c.Names[seat]
		}
		for i := range c.Info.Frame.Units {
			if u := &c.Info.Frame.Units[i]; u.OnBoard && (seat < 0 || int(u.Seat) == seat) {
				list = append(list, strings.TrimSuffix(c.UnitName(u), owner)+" at "+u.At.String())
			}
		}
		return append([]string{sim.FormatCount(len(list), "unit") + suffix}, list...)
	})
}

// findUnit returns the unit with the typed number or name, or an error text for the viewer.
func findUnit(c *page.MatchState, arg string) (*sim.Unit, []string) {
	if arg == "" {
		return nil, []string{"which unit? type its number or words from its name; type units for a list"}
	}
	words := strings.Fields(strings.ToLower(arg))
	n, err := parseNumber(words[len(words)-1])
	byNumber := err == nil && len(words) <= 2 // The kind of the unit may precede its number, as in "ghost 3".
	var fit *sim.Unit
	var names []string
	for i := range c.Info.Frame.Units {
		u := &c.Info.Frame.Units[i]
		name := strings.ToLower(c.UnitName(u))
		matches := int(u.ID) == n && strings.Contains(name, words[0])
		if !byNumber {
			matches = !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
		}
		if u.OnBoard && matches {
			fit, names = u, append(names, c.UnitName(u))
		}
	}
	typed := sanitize.Truncate(arg, 40)
	switch len(names) {
	case 0:
		return nil, []string{fmt.Sprintf("no unit %q on the board in this round; type units for a list", typed)}
	case 1:
		return fit, nil
	}
	return nil, append([]string{fmt.Sprintf("which one? %q matches all of these", typed)}, names...)
}

func (t *session) unit(arg string) []string {
	return t.withMatchState(func(c *page.MatchState) []string {
		u, refused := findUnit(c, arg)
		if u == nil {
			return refused
		}
		list := append([]string{c.UnitName(u) + " at " + u.At.String()}, panel.InspectLines(c.Info, t.rec.State(c.Place.Round), u.At)...)
		if past := panel.HistoryLines(c.Info, t.rec.Turn, u.At, 10); len(past) > 0 {
			list = append(list, "in earlier rounds:")
			for _, l := range past {
				list = append(list, strings.Replace(l, "  ", ": ", 1)) // The first two spaces follow the round number.
			}
		}
		return list
	})
}

func (t *session) cell(arg string) []string {
	return t.withMatchState(func(c *page.MatchState) []string {
		q := c.Index.ParseQuery(strings.ReplaceAll(arg, " ", ""), &c.Names)
		at, ok := q.Cell()
		if rows, cols := c.Size(); !ok || !at.In(rows, cols) {
			return []string{fmt.Sprintf("which cell? type its row and column, as in cell 12,40; there are %d rows and %d columns", rows, cols)}
		}
		return panel.InspectLines(c.Info, t.rec.State(c.Place.Round), at)
	})
}

func (t *session) board(string) []string {
	return t.withMatchState(func(c *page.MatchState) []string {
		list := []string{strings.TrimSuffix(string(plain.AppendLegend(nil, c.Legend)), "\n")}
		k := 0
		for row := range strings.Lines(string(plain.AppendBoard(nil, c.Info.Frame, c.Legend))) {
			list = append(list, fmt.Sprintf("%d: %s", k, strings.TrimSuffix(row, "\n")))
			k++
		}
		return list
	})
}

func (t *session) follow(arg string) []string {
	var place location.Place
	list := t.withMatchState(func(c *page.MatchState) []string {
		if place = c.Place; arg == "" {
			place.FollowedUnit = 0
			return []string{"not following a unit"}
		}
		u, refused := findUnit(c, arg)
		if u == nil {
			return refused
		}
		place.FollowedUnit = location.RefTo(int(u.ID))
		return []string{"following " + c.UnitName(u) + " at " + u.At.String()}
	})
	t.withActions(func(a page.Actions) { a.Jump(place) })
	return list
}

func (t *session) withActions(do func(a page.Actions)) {
	u := &ui.Update{Program: t.program}
	t.state().Act(u, func(_ *page.MatchState, a page.Actions) { do(a) })
	t.program = u.Program.WithView(u.View())
}

func (t *session) find(arg string) []string {
	t.press("find")
	t.update(ui.Paste{Text: arg})
	list := t.program.PageText()
	t.update(ui.Key{Name: "esc"})
	if arg != "" {
		t.withActions(func(a page.Actions) { a.SetSearch(arg) })
	}
	return list
}

func (t *session) filterKinds(arg string) []string {
	kinds, err := plain.ParseKinds(arg)
	if err != nil {
		return []string{err.Error()}
	}
	if kinds&plain.KindMine != 0 && t.Seat < 0 {
		return []string{"the kind mine requires a player; start with --me PLAYER"}
	}
	t.Kinds = kinds
	return []string{"now printing: " + cmp.Or(sanitize.Truncate(arg, 80), "important lines; type more for the rest")}
}
