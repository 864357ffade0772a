// Package aloud tells a match to somebody who asks for it line by line, such as the user of a
// screen reader: what is typed is a command, and what answers it is text, of the same pages as
// those of the spectator. Nothing that was written is written over.
package aloud

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"game-tui/sim/clean"
	"game-tui/sim/record"
	"game-tui/tui/match"
	"game-tui/tui/text"
	"game-tui/tui/ui"
)

// atOnce is how many lines answer a command; "more" tells the rest.
const atOnce = 24

// talk is what has been said so far, and about what.
type talk struct {
	*text.Plain
	rec     *record.Record
	program ui.Program
	left    []string // lines of the last answer that are not told yet
	over    bool     // the watcher wants to leave
}

// Talk tells a match by what in asks for, until that ends, the watcher leaves or ctx ends,
// which is the error then. opens says how the match is watched, o what is told of its rounds.
func Talk(ctx context.Context, in io.Reader, out io.Writer, rec *record.Record, opens ui.Opening, o text.Telling) error {
	opens.Paused, opens.Live = true, false
	t := &talk{Plain: text.NewPlain(rec, o), rec: rec, program: ui.New(ui.Options{
		W: 100, H: 40, ASCII: true, NoSpoilers: o.NoSpoilers,
		Abilities: &ui.Abilities{Cannot: map[ui.Kind]string{ui.CanAnalyse: ""}},
	}, match.NewMatch(rec).View(opens))}
	words, failed := lines(ctx, in)
	answer := append(split(t.AppendHeading(nil, t.round())), t.tell()...)
	answer = append(answer, "type a command: help lists them, Enter alone goes on a round, quit leaves")
	for {
		for _, l := range answer {
			if _, err := fmt.Fprintln(out, l); err != nil {
				return err
			}
		}
		if t.over {
			return nil
		}
		if _, err := fmt.Fprintf(out, "round %d of %d: ", t.round(), rec.Rounds()); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			fmt.Fprintln(out)
			return ctx.Err()
		case line, ok := <-words:
			if !ok { // the end of what is typed leaves, too
				fmt.Fprintln(out)
				return <-failed
			}
			answer = t.paged(t.answer(line))
		}
	}
}

// lines are what is typed, and the error behind the last line. A reader that waits for its
// terminal when ctx ends is left alone.
func lines(ctx context.Context, in io.Reader) (<-chan string, <-chan error) {
	words, failed := make(chan string), make(chan error, 1)
	go func() {
		defer close(words)
		s := bufio.NewScanner(in)
		for s.Scan() {
			select {
			case words <- clean.Line(s.Text()):
			case <-ctx.Done():
				failed <- ctx.Err()
				return
			}
		}
		failed <- s.Err()
	}()
	return words, failed
}

// split is a text as lines.
func split(text []byte) []string {
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
}

// paged keeps back what is too much to be told at once.
func (t *talk) paged(lines []string) []string {
	if t.left = nil; len(lines) > atOnce {
		lines, t.left = append([]string(nil), lines[:atOnce]...), lines[atOnce:]
		lines = append(lines, fmt.Sprintf("%d more: type more", len(t.left)))
	}
	return lines
}

// answer does what is typed. A command may be shortened.
func (t *talk) answer(line string) []string {
	t.take(ui.Grown{})
	word, about, _ := strings.Cut(strings.TrimSpace(line), " ")
	about = strings.TrimSpace(about)
	switch n, err := number(word); {
	case word == "":
		word = "next"
	case err == nil:
		return t.goTo(n)
	}
	var fit []command
	var names []string
	for _, c := range commands() {
		if c.name == word {
			return c.do(t, about)
		}
		if strings.HasPrefix(c.name, word) {
			fit, names = append(fit, c), append(names, c.name)
		}
	}
	switch len(fit) {
	case 0:
		return []string{fmt.Sprintf("no command %q: type help, or the number of a round", clean.Short(word, 40))}
	case 1:
		return fit[0].do(t, about)
	}
	return []string{fmt.Sprintf("%q begins several commands: %s", word, strings.Join(names, ", "))}
}

// take hands an input to the views.
func (t *talk) take(in ui.Input) { t.program, _ = t.program.Update(in) }

// press does what a key of the spectator does.
func (t *talk) press(id string) {
	t.take(ui.Key{Name: t.program.View().Keys().Binding(id).Keys[0]})
}

func (t *talk) state() match.State { return t.program.View().(match.State) }

// round is the round that is shown.
func (t *talk) round() int { return t.state().Play.Round }

// tell is what led to the shown round, and what the match came to behind the last one.
func (t *talk) tell() []string {
	k := t.round()
	list := split(t.AppendRound(nil, k))
	if len(list) == 0 {
		list = []string{fmt.Sprintf("%d nothing of that", k)}
	}
	if followed := t.followed(); followed != "" {
		list = append(list, fmt.Sprintf("%d %s", k, followed))
	}
	if over, err := t.rec.Over(); over && k == t.rec.Edge() {
		list = append(list, split(t.AppendEnd(nil, err))...)
	}
	return list
}

// moved tells the round to which something led, or why it led to none.
func (t *talk) moved(before int, still string) (list []string) {
	if note := t.program.Notice; note != "" {
		list = []string{note}
	}
	switch {
	case t.round() != before:
		return append(list, t.tell()...)
	case list == nil:
		return []string{still}
	}
	return list
}
