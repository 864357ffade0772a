package plain

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/stats"
	"game-tui/sim/winchance"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/format"
	"game-tui/tui/replay/index"
)

// LineKinds is a set of line kinds.
type LineKinds uint8

const (
	KindLead LineKinds = 1 << iota // changes of the leader
	KindDeaths
	KindOuts   // players who go out
	KindMarked // events marked on the timeline
	KindEvents // events of every kind
	KindScores // scores of each round; at the end, also the sources of points
	KindMine   // events of the highlighted player

	AllKinds = KindLead | KindOuts | KindEvents | KindScores
)

var KindNames = []string{"lead", "deaths", "out", "marked", "events", "scores", "mine"}

// ParseKinds parses a comma-separated list of kinds. It returns AllKinds for an empty text.
func ParseKinds(text string) (k LineKinds, err error) {
	if text == "" {
		return AllKinds, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		i := slices.Index(KindNames, strings.TrimSpace(name))
		if i < 0 {
			return 0, fmt.Errorf("%q: expected one or more of %s, separated by commas", name, strings.Join(KindNames, ", "))
		}
		k |= 1 << i
	}
	return k, nil
}

// ParseOnly parses the value of --only. An empty value yields 0, which means all kinds. The
// parameter isPlain reports whether --plain is set, and me is the value of --me.
func ParseOnly(text string, isPlain bool, me string) (k LineKinds, err error) {
	if text == "" {
		return 0, nil
	}
	switch k, err = ParseKinds(text); {
	case err != nil:
		return 0, err
	case !isPlain:
		return 0, errors.New("requires line output; add --plain")
	case k&KindMine != 0 && me == "":
		return 0, errors.New("mine requires a player; add --me PLAYER")
	}
	return k, nil
}

// LineOptions selects which lines of a match to print.
type LineOptions struct {
	FirstRound int       // first round to print; negative means 0
	Seat       int8      // seat of the highlighted player, or -1
	Kinds      LineKinds // kinds to print; 0 means all. If it contains KindMine, the other kinds cover all players
	NoSpoilers bool      // summarise the first printed round instead of the newest round
}

func (o *LineOptions) selects(x *index.Index, row *index.Row) bool {
	passes := func(kind LineKinds, filter int16, seat int8) bool {
		return o.Kinds&kind != 0 && x.MatchesFilter(index.Filter{Seat: seat, Unit: sim.NoUnit, Kind: filter}, row)
	}
	if o.Seat >= 0 && passes(KindMine, index.AllKinds, o.Seat) {
		return true
	}
	if row.Kind == index.LeadChange {
		return o.Kinds&KindLead != 0
	}
	seat := o.otherSeat()
	return passes(KindEvents, index.AllKinds, seat) || passes(KindMarked, index.MarkedEvents, seat) || passes(KindDeaths, index.Deaths, seat)
}

// otherSeat returns the seat whose events are printed for kinds other than KindMine, or -1 for all
// seats.
func (o *LineOptions) otherSeat() int8 {
	if o.Kinds&KindMine != 0 {
		return -1
	}
	return o.Seat
}

// A LineFormatter formats the events, scores and standings of a match as lines.
type LineFormatter struct {
	LineOptions
	rec     *record.Record
	index   *index.Index
	outlook *winchance.Outlook // nil if the game has no win chances
	names   [sim.Seats]string
}

func NewLineFormatter(rec *record.Record, o LineOptions) *LineFormatter {
	if o.Kinds == 0 {
		o.Kinds = AllKinds
	}
	return &LineFormatter{LineOptions: o, rec: rec, index: index.New(rec), outlook: winchance.NewOutlook(rec),
		names: record.UniqueNames(rec.Meta().DisplayNames())}
}

// A Line is the text of one event.
type Line struct {
	Kind      string
	Text      string
	Row       int  // row of the event in the index, or -1 if a player goes out
	Important bool // whether it is one of the main events of its round
	rank      int  // lower ranks are more important
}

// Lines returns the events to print from the round that led to state k, in the order of the index.
// Players who go out come last.
func (p *LineFormatter) Lines(k int) (list []Line) {
	rows := p.index.Rows()
	for i := rows.CountTo(k - 1); i < rows.CountTo(k); i++ {
		row := rows.At(i)
		if !p.selects(p.index, row) {
			continue
		}
		marked := p.index.MatchesFilter(index.Filter{Seat: -1, Unit: sim.NoUnit, Kind: index.MarkedEvents}, row)
		list = append(list, Line{p.index.Kind(row.Kind).Name, string(p.index.AppendText(nil, row, &p.names)), i,
			marked || p.Kinds != AllKinds, timeline.EventRank(p.rec.Meta().Game.Legend(), row.Kind)})
	}
	if t := p.rec.Turn(k - 1); p.rec.IsMissing(k) || t != nil && t.Missing {
		return list
	}
	prev, status := p.rec.State(max(k-1, 0)), p.rec.State(k).Status()
	for seat, name := range p.names {
		if p.selectsOut(int8(seat)) && status[seat] < 0 && (k == 0 || prev.Status()[seat] >= 0) {
			list = append(list, Line{"out", name + strings.TrimPrefix(outText(p.rec, k, seat), "  out"), -1, true, -1})
		}
	}
	return list
}

func SortByImportance(list []Line) {
	slices.SortStableFunc(list, func(a, b Line) int { return a.rank - b.rank })
}

// AppendRound appends the selected events and scores of the round that led to state k.
func (p *LineFormatter) AppendRound(dst []byte, k int) []byte {
	if p.rec.IsMissing(k) {
		return fmt.Appendf(dst, "%d missing: %s\n", k, record.MissingRoundText)
	}
	for _, l := range p.Lines(k) {
		dst = fmt.Appendf(dst, "%d %s: %s\n", k, l.Kind, l.Text)
	}
	if p.Kinds&KindScores == 0 {
		return dst
	}
	before, after := p.scoresBefore(k), p.rec.State(k).Scores()
	sep := fmt.Sprintf("%d scores: ", k)
	for seat, name := range p.names {
		dst = fmt.Appendf(dst, "%s%s: %d", sep, name, after[seat])
		if n := after[seat] - before[seat]; n != 0 {
			dst = fmt.Appendf(dst, " (%+d)", n)
		}
		sep = ", "
	}
	return append(dst, '\n')
}

// scoresBefore returns the scores of state k-1, or of state k if the previous turn is missing.
func (p *LineFormatter) scoresBefore(k int) [sim.Seats]int {
	if t := p.rec.Turn(k - 1); t != nil && !t.Missing {
		k--
	}
	return p.rec.State(k).Scores()
}

func (p *LineFormatter) selectsOut(seat int8) bool {
	seatFilter := p.otherSeat()
	return p.Kinds&KindMine != 0 && seat == p.Seat || p.Kinds&KindOuts != 0 && (seatFilter < 0 || seatFilter == seat)
}

func (p *LineFormatter) appendHeading(dst []byte, k int) []byte {
	meta := p.rec.Meta()
	dst = fmt.Appendf(dst, "%d match: %s, seed %d, %s\n", k, meta.Game.Title(), meta.Seed, sim.FormatCount(p.rec.Rounds(), "round"))
	shown := k
	if !p.NoSpoilers {
		shown = p.rec.Edge()
	}
	dst = fmt.Appendf(dst, "%d summary: %s\n", k, p.Standings(shown, " "))
	if chances := p.Chances(shown, " "); chances != "" {
		dst = fmt.Appendf(dst, "%d chances: %s\n", k, chances)
	}
	for seat, name := range meta.DisplayNames() {
		dst = fmt.Appendf(dst, "%d player %d: %s\n", k, seat, name)
	}
	if meta.Note != "" {
		dst = fmt.Appendf(dst, "%d note: %s\n", k, meta.Note)
	}
	return dst
}

// Standings returns the leader or winner, followed by all scores. The string sep separates names
// from scores.
func (p *LineFormatter) Standings(k int, sep string) string {
	if p.rec.IsMissing(k) {
		return record.MissingRoundText
	}
	text := p.Leader(k) + fmt.Sprintf(" after round %d", k)
	if k == p.rec.Edge() && p.rec.EndedEarly() {
		text += fmt.Sprintf(" of %d, where the %s", p.rec.Rounds(), p.stopReason())
	}
	return text + ": " + strings.Join(p.rankedScores(k, sep, func(int) string { return "" }), ", ")
}

func (p *LineFormatter) stopReason() string {
	if p.rec.Meta().Source != "" {
		return "recording ends"
	}
	return "match stopped"
}

// Gains returns the leader or winner, followed by all scores with their changes in the round. If no
// score has changed, a remark replaces the scores.
func (p *LineFormatter) Gains(k int) string {
	if p.rec.IsMissing(k) {
		return record.MissingRoundText
	}
	before, after := p.scoresBefore(k), p.rec.State(k).Scores()
	if before == after && k > 0 {
		return p.Leader(k) + "; no score changed"
	}
	return p.Leader(k) + ": " + strings.Join(p.rankedScores(k, ": ", func(seat int) string {
		switch n := after[seat] - before[seat]; {
		case n > 0:
			return fmt.Sprintf(", up %d", n)
		case n < 0:
			return fmt.Sprintf(", down %d", -n)
		}
		return ""
	}), "; ")
}

// rankedScores lists players with their scores, highest score first. It appends the result of suffix to
// each entry.
func (p *LineFormatter) rankedScores(k int, sep string, suffix func(seat int) string) (list []string) {
	scores, ranking := p.rec.State(k).Scores(), []int{0, 1, 2, 3}
	slices.SortStableFunc(ranking, func(a, b int) int { return scores[b] - scores[a] })
	for _, seat := range ranking {
		list = append(list, fmt.Sprintf("%s%s%d%s", p.names[seat], sep, scores[seat], suffix(seat)))
	}
	return list
}

// Leader returns the leader or winner, with the margin in points.
func (p *LineFormatter) Leader(k int) string {
	scores := p.rec.State(k).Scores()
	var leaders []string
	for _, seat := range sim.Winners(scores) {
		leaders = append(leaders, p.names[seat])
	}
	words, isFinal := " share the lead", p.rec.IsFinal(k)
	switch _, margin := sim.Lead(scores); {
	case isFinal && margin > 0:
		words = fmt.Sprintf(" won by %d", margin)
	case margin > 0:
		words = fmt.Sprintf(" leads by %d", margin)
	case isFinal:
		words = " shared first place"
	case len(leaders) == sim.Seats:
		return "nobody leads"
	}
	return format.Join(leaders) + words
}

// Chances returns the estimated win chances, or "" if they are unknown or the match is over.
func (p *LineFormatter) Chances(k int, sep string) string {
	if p.outlook == nil || p.rec.IsFinal(k) {
		return ""
	}
	chance := p.outlook.At(k)
	if !chance.IsKnown() {
		return ""
	}
	var list []string
	for seat, name := range p.names {
		list = append(list, name+sep+format.OpenChance(chance.WinChance[seat]))
	}
	return strings.Join(list, ", ") + " (" + string(winchance.SourceEstimate) + " from score and board)"
}

func (p *LineFormatter) appendEnd(dst []byte, err error) []byte {
	k := p.rec.Edge()
	f := stats.New(p.rec).At(k)
	for seat, name := range p.names {
		if p.Kinds&KindScores == 0 {
			break
		}
		dst = fmt.Appendf(dst, "%d points of %s: %d", k, name, f.Scores[seat])
		sep := " = "
		for i, source := range p.rec.Meta().Game.PointSources() {
			if n := f.Points[i][seat]; n != 0 {
				dst = fmt.Appendf(dst, "%s%s %d", sep, source, n)
				sep = " + "
			}
		}
		if f.OtherPoints[seat] != 0 {
			dst = fmt.Appendf(dst, "%s%s %d", sep, f.OtherPointsLabel(), f.OtherPoints[seat])
		}
		dst = append(dst, '\n')
	}
	if !p.rec.IsFinal(k) {
		dst = fmt.Appendf(dst, "%d end: the %s", k, p.stopReason())
		if err != nil {
			dst = fmt.Appendf(dst, ": %v", err)
		}
		return append(dst, '\n')
	}
	return fmt.Appendf(dst, "%d end: %s\n", k, winnersText(f.Scores, &p.names))
}
