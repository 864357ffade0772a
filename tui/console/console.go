// Package console presents a match line by line, for screen readers: the viewer types commands, and
// the answers are text. Output is never overwritten. [Run] runs a session.
package console

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/draw/chances"
	"game-tui/tui/plain"
	"game-tui/tui/replay/index"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
	"game-tui/tui/view/match/page"
)

// maxAnswerLines limits the length of an answer. The command "more" prints the rest.
const maxAnswerLines = 25

type session struct {
	*plain.LineFormatter
	rec               *record.Record
	program           ui.Program
	analyst           chances.Analyst      // analyst for turning points, or nil
	registration      chances.Registration // nil until the viewer asks for turning points
	remainingLines    []string             // unprinted lines of the last answer
	remainingKinds    string               // summary of the kinds of events in remainingLines
	quit              bool
	turningsAnnounced bool // whether the viewer knows that all turning points are available
}

// Run reads commands from in and writes the answers to out until in ends, the viewer quits or ctx
// is cancelled.
func Run(ctx context.Context, in io.Reader, out io.Writer, rec *record.Record, opening ui.OpenOptions, o plain.LineOptions, analyst chances.Analyst) error {
	opening.Paused, opening.Live = true, false
	t := &session{LineFormatter: plain.NewLineFormatter(rec, o), rec: rec, analyst: analyst, program: ui.NewProgram(ui.Options{
		W: 100, H: 40, UseASCII: true, NoSpoilers: o.NoSpoilers,
		Capabilities: &ui.Capabilities{Unsupported: map[ui.Capability]string{ui.CanAnalyse: ""}},
	}, match.NewMatch(rec).NewState(opening))}
	defer func() {
		if t.registration != nil {
			t.registration.Close()
		}
	}()
	inputLines, failed := readLines(ctx, in)
	answer := append(append(t.heading(), t.describeRound()...), "type a command, help for a list, or quit; Enter goes to the next round")
	for {
		for _, l := range t.limitAnswer(answer) {
			if _, err := fmt.Fprintln(out, l); err != nil {
				return err
			}
		}
		if t.quit {
			return nil
		}
		if _, err := fmt.Fprintf(out, "round %d of %d: ", t.round(), rec.Rounds()); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			fmt.Fprintln(out)
			return ctx.Err()
		case line, ok := <-inputLines:
			if !ok {
				fmt.Fprintln(out)
				return <-failed
			}
			answer = t.execute(line)
		}
	}
}

func (t *session) heading() []string {
	meta := t.rec.Meta()
	names := record.UniqueNames(meta.DisplayNames())
	k := t.round()
	if !t.NoSpoilers {
		k = t.rec.Edge()
	}
	list := []string{fmt.Sprintf("%s, seed %d, %s", meta.Game.Title(), meta.Seed, sim.FormatCount(t.rec.Rounds(), "round"))}
	list = append(append(list, t.scores(k)...), "seats 0 to 3: "+strings.Join(names[:], ", "))
	if meta.Note != "" {
		list = append(list, meta.Note)
	}
	return list
}

// readLines returns a channel of typed lines and a channel for the final error. Cancelling ctx does not
// interrupt a blocked read.
func readLines(ctx context.Context, in io.Reader) (<-chan string, <-chan error) {
	inputLines, failed := make(chan string), make(chan error, 1)
	go func() {
		defer close(inputLines)
		s := bufio.NewScanner(in)
		for s.Scan() {
			select {
			case inputLines <- sanitize.Line(s.Text()):
			case <-ctx.Done():
				failed <- ctx.Err()
				return
			}
		}
		failed <- s.Err()
	}()
	return inputLines, failed
}

// limitAnswer returns the lines that fit into one answer, and stores the others in remainingLines.
func (t *session) limitAnswer(lines []string) []string {
	if len(lines) > maxAnswerLines {
		lines, t.remainingLines, t.remainingKinds = lines[:maxAnswerLines:maxAnswerLines], append(lines[maxAnswerLines:], t.remainingLines...), ""
	}
	if len(t.remainingLines) > 0 {
		lines = append(lines, fmt.Sprintf("%s; type more%s", sim.FormatCount(len(t.remainingLines), "more line"), t.remainingKinds))
	}
	return lines
}

// execute runs a command, which may be abbreviated, and returns its output.
func (t *session) execute(line string) []string {
	t.update(ui.SourceGrown{})
	list := t.runCommand(line)
	if !t.turningsAnnounced && allTurningsKnown(t.analysis()) {
		t.turningsAnnounced = true
		list = append(list, "the search for turning points is complete; type turnings to list them")
	}
	return list
}

func (t *session) runCommand(line string) []string {
	word, about, _ := strings.Cut(strings.TrimSpace(line), " ")
	about = strings.TrimSpace(about)
	remainingLines := t.remainingLines
	t.remainingLines, t.remainingKinds = nil, ""
	switch n, err := parseNumber(word); {
	case word == "":
		word = "next"
	case err == nil:
		return t.goTo(n)
	}
	var fit command
	var names []string
	for _, c := range commands(remainingLines) {
		if c.name == word {
			return c.run(t, about)
		}
		if strings.HasPrefix(c.name, word) {
			fit, names = c, append(names, c.name)
		}
	}
	switch len(names) {
	case 0:
		return []string{fmt.Sprintf("unknown command %q; type help or a round number", sanitize.Truncate(word, 40))}
	case 1:
		return fit.run(t, about)
	}
	return []string{fmt.Sprintf("%q is ambiguous: %s", word, strings.Join(names, ", "))}
}

func (t *session) update(in ui.Input) { t.program, _ = t.program.Update(in) }

func (t *session) press(id string) {
	t.update(ui.Key{Name: t.program.View().Keys().Binding(id).Keys[0]})
}

func (t *session) state() match.State { return t.program.View().(match.State) }

func (t *session) round() int { return t.state().Play.Round }

func (t *session) withMatchState(f func(c *page.MatchState) []string) (list []string) {
	t.state().Read(&t.program, func(c *page.MatchState) { list = f(c) })
	return list
}

// describeRound returns the standings and the main events of the current round. The other events go to
// remainingLines.
func (t *session) describeRound() (list []string) {
	k, happened := t.round(), t.Lines(t.round())
	plain.SortByImportance(happened)
	if t.Kinds&plain.KindScores != 0 {
		list = []string{t.Gains(k)}
	}
	var rest []string
	var kinds []*sim.EventKind
	list = append(list, t.withMatchState(func(c *page.MatchState) []string {
		rows := c.Index.Rows()
		stop, list := selectedEvent(c)
		followed := func(row *index.Row) bool {
			unit := int32(c.Place.FollowedUnit.Index())
			return !c.Place.FollowedUnit.IsZero() && (row.Unit == unit || row.Target == unit)
		}
		for _, l := range happened {
			switch {
			case l.Row < 0:
				list = append(list, l.Kind+": "+l.Text)
			case l.Row == stop:
			case l.Important || followed(rows.At(l.Row)):
				list = append(list, l.Text)
			default:
				rest, kinds = append(rest, l.Text), append(kinds, &c.Legend.Events[rows.At(l.Row).Kind])
			}
		}
		return append(list, t.whereabouts(c)...)
	})...)
	if isOver, err := t.rec.Ended(); isOver && k == t.rec.Edge() {
		words := "the match is over; type why for the sources of points or turnings for the turning points"
		if err != nil {
			words = "the match stopped: " + err.Error()
		}
		list = append(list, words)
	}
	if len(list) == 0 {
		list = []string{"no lines of these kinds"}
	}
	list[0] = fmt.Sprintf("round %d: %s", k, list[0])
	t.remainingLines, t.remainingKinds = rest, countText(kinds)
	return list
}

// selectedEvent returns the row and text of the selected event, or row -1 if no event is selected.
func selectedEvent(c *page.MatchState) (row int, sentences []string) {
	rows := c.Index.Rows()
	if row = rows.Find(c.Place.Round, c.Info.SelectedEvent); row >= 0 {
		sentences = []string{string(c.Index.AppendText(nil, rows.At(row), &c.Names))}
	}
	return row, sentences
}

// countText returns the number of events of each kind as text. Equal kinds must be adjacent.
func countText(kinds []*sim.EventKind) (text string) {
	for i, n := 0, 0; i < len(kinds); i += n {
		for n = 1; i+n < len(kinds) && kinds[i+n] == kinds[i]; n++ {
		}
		name := kinds[i].Name
		if n > 1 {
			name = cmp.Or(kinds[i].Plural, sim.Plural(n, name))
		}
		text += fmt.Sprintf(", %d %s", n, name)
	}
	return strings.Replace(text, ",", " for", 1)
}

// whereabouts describes the followed unit's position in this round and the previous one.
func (t *session) whereabouts(c *page.MatchState) []string {
	ref := c.Place.FollowedUnit
	if ref.IsZero() {
		return nil
	}
	u := page.FindUnit(c.Info.Frame, ref)
	if u == nil || !u.OnBoard {
		return []string{c.ShortUnitName(c.Info.Frame, int32(ref.Index())) + " is not on the board"}
	}
	words := c.UnitName(u) + ": at " + u.At.String()
	var before sim.Frame
	t.rec.State(max(c.Place.Round-1, 0)).FillFrame(&before)
	for _, was := range before.Units {
		switch {
		case was.ID != u.ID || !was.OnBoard:
		case was.At == u.At:
			words += ", as before"
		default:
			words += ", previously at " + was.At.String()
		}
	}
	return []string{words}
}

// describeMove returns any notice, followed by a description of the current round if it is new, or
// else of a newly selected event. If there is none of these, it returns unchangedText.
func (t *session) describeMove(before match.State, unchangedText string) (list []string) {
	if note := t.program.Notice; note != "" {
		list = []string{note}
	}
	switch now := t.state(); {
	case now.Play.Round != before.Play.Round:
		return append(list, t.describeRound()...)
	case now.Event != before.Event && !now.Event.IsZero():
		return append(list, t.withMatchState(func(c *page.MatchState) []string {
			_, sentence := selectedEvent(c)
			return sentence
		})...)
	case list == nil:
		return []string{unchangedText}
	}
	return list
}
