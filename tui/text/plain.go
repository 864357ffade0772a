package text

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/figures"
	"game-tui/sim/record"
	"game-tui/tui/index"
	"game-tui/tui/numbers"
	"game-tui/tui/timeline"
)

// Kinds are kinds of lines.
type Kinds uint8

// The kinds. All is what is told where nothing else is said.
const (
	Lead   Kinds = 1 << iota // changes of the leader
	Deaths                   // of units
	Outs                     // players who go out
	Marked                   // what the timeline marks
	Events                   // all that happens
	Scores                   // of every round, and where the points came from
	Mine                     // what the player in front does and suffers

	All = Lead | Outs | Events | Scores
)

// KindNames are the names of the kinds.
var KindNames = []string{"lead", "deaths", "out", "marked", "events", "scores", "mine"}

// ParseKinds reads names of kinds with commas between them.
func ParseKinds(text string) (k Kinds, err error) {
	for name := range strings.SplitSeq(text, ",") {
		i := slices.Index(KindNames, strings.TrimSpace(name))
		if i < 0 {
			return 0, fmt.Errorf("%q: expected %s, or several of them with commas", name, strings.Join(KindNames, ", "))
		}
		k |= 1 << i
	}
	return k, nil
}

// Wanted reads which kinds are told of a match that is told in lines, or not; empty: all, which is
// 0. The player in front may be none. Its errors go on behind the name of the flag.
func Wanted(only string, lines bool, front string) (k Kinds, err error) {
	if only == "" {
		return 0, nil
	}
	switch k, err = ParseKinds(only); {
	case err != nil:
		return 0, err
	case !lines:
		return 0, errors.New("is for lines: type --plain as well")
	case k&Mine != 0 && front == "":
		return 0, errors.New("mine: type --me and a player as well")
	}
	return k, nil
}

// Telling says what is told of a match in lines.
type Telling struct {
	From       int   // the round to begin with; negative: the first one
	Seat       int8  // the player in front; -1: none is
	Only       Kinds // 0: all. With Mine those of the other kinds are of all players
	NoSpoilers bool  // the summary is that of the round to begin with
}

// tells reports whether something that happened is told.
func (o *Telling) tells(x *index.Index, row *index.Row) bool {
	passes := func(kind int16, seat int8) bool {
		return x.Passes(index.Filter{Seat: seat, Unit: sim.NoUnit, Kind: kind}, row)
	}
	switch seat, lead := o.others(), row.Kind == index.Lead; {
	case o.Only&Mine != 0 && o.Seat >= 0 && passes(index.AllKinds, o.Seat):
		return true
	case lead:
		return o.Only&Lead != 0
	default:
		return o.Only&Events != 0 && passes(index.AllKinds, seat) || o.Only&Marked != 0 && passes(index.Marked, seat) ||
			o.Only&Deaths != 0 && passes(index.Deaths, seat)
	}
}

// others is of whom kinds are told that are not the player's own; -1: of all.
func (o *Telling) others() int8 {
	if o.Only&Mine != 0 {
		return -1
	}
	return o.Seat
}

// Plain writes a match in lines, each of which begins with the number of a round: how it
// stands, what led to each round, the scores, and behind the last one where the points came from.
type Plain struct {
	Telling
	rec   *record.Record
	index *index.Index
	// outlook makes the estimate; nil if no table was fitted for the game.
	outlook *chance.Outlook
	names   [sim.Seats]string
	next    int // round that is written next
	begun   bool
	ended   bool
}

// NewPlain writes a match from a round on.
func NewPlain(rec *record.Record, o Telling) *Plain {
	if o.Only == 0 {
		o.Only = All
	}
	return &Plain{Telling: o, rec: rec, index: index.New(rec), outlook: chance.NewOutlook(rec), names: record.Apart(rec.Meta().Shown()), next: max(o.From, 0)}
}

// Append writes the lines of the next round. ok is false where there is none (yet),
// and over where there will be none.
func (p *Plain) Append(dst []byte) (_ []byte, ok, over bool) {
	over, err := p.rec.Over() // asked first: what is over does not grow any more
	switch {
	case p.next <= p.rec.Edge():
		if !p.begun {
			p.begun = true
			dst = p.AppendHeading(dst, p.next)
		}
		dst = p.AppendRound(dst, p.next)
		p.next++
		return dst, true, false
	case over && !p.ended:
		p.ended = true
		return p.AppendEnd(dst, err), true, true
	}
	return dst, false, over
}

// Line is something that happened and is told.
type Line struct {
	Kind  string
	Text  string
	Row   int  // its number in the index; -1: somebody went out
	Main  bool // it is worth telling where not all of a round is told
	order int  // of lines, by how much they matter
}

// Lines are what is told of what led to round k, in the order in which it happened.
func (p *Plain) Lines(k int) (list []Line) {
	rows := p.index.Rows()
	for i := rows.Until(k - 1); i < rows.Until(k); i++ {
		row := rows.At(i)
		if !p.tells(p.index, row) {
			continue
		}
		marked := p.index.Passes(index.Filter{Seat: -1, Unit: sim.NoUnit, Kind: index.Marked}, row)
		list = append(list, Line{p.index.KindName(row.Kind), string(p.index.AppendText(nil, row, &p.names)), i,
			marked || p.Only != All, timeline.Rank(p.rec.Meta().Game.Legend(), row.Kind)})
	}
	if t := p.rec.Turn(k - 1); p.rec.Missing(k) || t != nil && t.Missing {
		return list
	}
	was, status := p.rec.State(max(k-1, 0)), p.rec.State(k).Status()
	for seat, name := range p.names {
		if p.tellsOut(int8(seat)) && status[seat] < 0 && (k == 0 || was.Status()[seat] >= 0) {
			list = append(list, Line{"out", name + strings.TrimPrefix(out(p.rec, k, seat), "  out"), -1, true, -1})
		}
	}
	return list
}

// ByWeight puts what matters most first.
func ByWeight(list []Line) {
	slices.SortStableFunc(list, func(a, b Line) int { return a.order - b.order })
}

// AppendRound writes what led to round k, and the scores.
func (p *Plain) AppendRound(dst []byte, k int) []byte {
	if p.rec.Missing(k) {
		return fmt.Appendf(dst, "%d missing: %s\n", k, record.NotHeld)
	}
	for _, l := range p.Lines(k) {
		dst = fmt.Appendf(dst, "%d %s: %s\n", k, l.Kind, l.Text)
	}
	if p.Only&Scores == 0 {
		return dst
	}
	return p.scores(dst, k, p.before(k), p.rec.State(k).Scores())
}

// before returns the scores before the round that led to state k, or those of state k if that round
// is missing, since what it gave is unknown.
func (p *Plain) before(k int) [sim.Seats]int {
	if t := p.rec.Turn(k - 1); t == nil || t.Missing {
		return p.rec.State(k).Scores()
	}
	return p.rec.State(k - 1).Scores()
}

// tellsOut reports whether it is told that a player goes out.
func (p *Plain) tellsOut(seat int8) bool {
	if p.Only&Mine != 0 && seat == p.Seat {
		return true
	}
	of := p.others()
	return p.Only&Outs != 0 && (of < 0 || of == seat)
}

// AppendHeading says what is played, how it stands, and by whom.
func (p *Plain) AppendHeading(dst []byte, k int) []byte {
	meta := p.rec.Meta()
	dst = fmt.Appendf(dst, "%d match: %s, seed %d, %s\n", k, meta.Game.Title(), meta.Seed, sim.Count(p.rec.Rounds(), "round"))
	dst = p.summary(dst, k)
	for seat, name := range meta.Shown() {
		dst = fmt.Appendf(dst, "%d player %d: %s\n", k, seat, name)
	}
	if meta.Note != "" {
		dst = fmt.Appendf(dst, "%d note: %s\n", k, meta.Note)
	}
	return dst
}

// summary says who has won or leads, and what the chances are of a match that goes on.
func (p *Plain) summary(dst []byte, k int) []byte {
	standing, chances := p.Summary(k, " ")
	dst = fmt.Appendf(dst, "%d summary: %s\n", k, standing)
	if chances != "" {
		dst = fmt.Appendf(dst, "%d chances: %s\n", k, chances)
	}
	return dst
}

// Summary is how the match stands in its newest round, or without spoilers in round k, and where
// it goes on the chances. sep stands between a name and its number.
func (p *Plain) Summary(k int, sep string) (standing, chances string) {
	if !p.NoSpoilers {
		k = p.rec.Edge()
	}
	return p.Standing(k, sep), p.Chances(k, sep)
}

// Standing says who leads in a round, or has won, by how much, and all scores, the highest first.
func (p *Plain) Standing(k int, sep string) string {
	if p.rec.Missing(k) {
		return record.NotHeld
	}
	text := p.Leader(k) + fmt.Sprintf(" after round %d", k)
	if k == p.rec.Edge() && p.rec.Cut() {
		text += fmt.Sprintf(" of %d, where the %s", p.rec.Rounds(), p.stopped())
	}
	return text + ": " + strings.Join(p.byScore(k, sep, func(int) string { return "" }), ", ")
}

// stopped says what has ended before the final round.
func (p *Plain) stopped() string {
	if p.rec.Meta().Source != "" {
		return "recording ends"
	}
	return "match stopped"
}

// Gains says the same with what the round gave.
func (p *Plain) Gains(k int) string {
	if p.rec.Missing(k) {
		return record.NotHeld
	}
	was, now := p.before(k), p.rec.State(k).Scores()
	if was == now && k > 0 {
		return p.Leader(k) + ", and no score changes"
	}
	return p.Leader(k) + ": " + strings.Join(p.byScore(k, ": ", func(seat int) string {
		switch n := now[seat] - was[seat]; {
		case n > 0:
			return fmt.Sprintf(", up %d", n)
		case n < 0:
			return fmt.Sprintf(", down %d", -n)
		}
		return ""
	}), "; ")
}

// byScore lists the scores of a round, the highest first, each with something behind it.
func (p *Plain) byScore(k int, sep string, more func(seat int) string) (list []string) {
	scores, order := p.rec.State(k).Scores(), []int{0, 1, 2, 3}
	slices.SortStableFunc(order, func(a, b int) int { return scores[b] - scores[a] })
	for _, seat := range order {
		list = append(list, fmt.Sprintf("%s%s%d%s", p.names[seat], sep, scores[seat], more(seat)))
	}
	return list
}

// Leader says who leads in a round, or has won, and by how much.
func (p *Plain) Leader(k int) string {
	scores := p.rec.State(k).Scores()
	var best []string
	for _, seat := range sim.Winners(scores) {
		best = append(best, p.names[seat])
	}
	words, over := "", p.rec.Final(k)
	switch _, by := sim.Lead(scores); {
	case over && by > 0:
		words = fmt.Sprintf(" won by %d", by)
	case by > 0:
		words = fmt.Sprintf(" leads by %d", by)
	case over:
		words = " won together"
	case len(best) == sim.Seats:
		return "nobody leads"
	default:
		words = " lead together"
	}
	last := len(best) - 1
	return strings.TrimPrefix(strings.Join(best[:last], ", ")+" and "+best[last], " and ") + words
}

// Chances is the estimate of the win chances in a round; empty if no table was fitted for the game,
// the match is over, or
// the round is missing.
func (p *Plain) Chances(k int, sep string) string {
	if p.outlook == nil || p.rec.Final(k) {
		return ""
	}
	at := p.outlook.At(k)
	if !at.Known() {
		return ""
	}
	var list []string
	for seat, name := range p.names {
		list = append(list, name+sep+numbers.OpenChance(at.Win[seat]))
	}
	return strings.Join(list, ", ") + " (" + string(chance.Estimate) + " from score and board)"
}

// scores says who has how much, and what the round gave.
func (p *Plain) scores(dst []byte, k int, was, now [sim.Seats]int) []byte {
	dst = fmt.Appendf(dst, "%d scores: ", k)
	for seat, name := range p.names {
		if seat > 0 {
			dst = append(dst, ", "...)
		}
		dst = fmt.Appendf(dst, "%s: %d", name, now[seat])
		if n := now[seat] - was[seat]; n != 0 {
			dst = fmt.Appendf(dst, " (%+d)", n)
		}
	}
	return append(dst, '\n')
}

// AppendEnd says how the match ended, and where the points came from.
func (p *Plain) AppendEnd(dst []byte, err error) []byte {
	k := p.rec.Edge()
	f := figures.New(p.rec).At(k)
	for seat, name := range p.names {
		if p.Only&Scores == 0 {
			break
		}
		dst = fmt.Appendf(dst, "%d points of %s: %d", k, name, f.Scores[seat])
		sep := " = "
		for i, source := range p.rec.Meta().Game.Sources() {
			if n := f.Points[i][seat]; n != 0 {
				dst = fmt.Appendf(dst, "%s%s %d", sep, source, n)
				sep = " + "
			}
		}
		if f.Other[seat] != 0 {
			dst = fmt.Appendf(dst, "%s%s %d", sep, f.OtherName(), f.Other[seat])
		}
		dst = append(dst, '\n')
	}
	if !p.rec.Final(k) {
		dst = fmt.Appendf(dst, "%d end: the %s", k, p.stopped())
		if err != nil {
			dst = fmt.Appendf(dst, ": %v", err)
		}
		return append(dst, '\n')
	}
	return fmt.Appendf(dst, "%d end: %s\n", k, winners(f.Scores, &p.names))
}
