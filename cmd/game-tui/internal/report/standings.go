package report

import (
	"fmt"
	"path/filepath"
	"slices"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/rating"
	"game-tui/sim/league/schedule"
	"game-tui/sim/sanitize"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/table"
	"game-tui/tui/format"
)

// Standings reports the state of a tournament.
type Standings struct {
	File           string             `json:"file"`
	Game           string             `json:"game"`
	Engine         string             `json:"engine"`
	Format         schedule.Format    `json:"design"`
	Seed           int32              `json:"seed"`  // first seed
	Seeds          int                `json:"seeds"` // number of seeds with results
	PlannedSeeds   int                `json:"planned_seeds"`
	Matches        int                `json:"matches"`
	PlannedMatches int                `json:"planned_matches"`
	HasTooFewSeeds bool               `json:"too_few_seeds"` // whether there are too few seeds for intervals and ranks
	Players        []Standing         `json:"players"`       // best player first
	Seats          [4]seatReport      `json:"seats"`
	Outs           []outReport        `json:"outs"`
	Duel           *Duel              `json:"duel,omitempty"`       // comparison of two players
	Rejected       []league.Rejection `json:"left_out,omitempty"`   // submissions that do not play
	SameFiles      [][]string         `json:"same_files,omitempty"` // groups of players with identical files
	DecidedPairs   int                `json:"decided_pairs"`
	Pairs          int                `json:"pairs"`
	Opponents      string             `json:"pool"`                   // opponents that P(pass) is based on
	HasSecretSeeds bool               `json:"secret_seeds,omitempty"` // whether the players' seeds are still secret, so there are no commands

	names          []string
	tally          *rating.Tally
	highlights     *league.Highlights
	duels          *rating.Duels // comparisons of pairs; nil if no comparison is possible
	seedAndCommand func(league.MatchRef) (seed int32, command string)
}

// A Standing is a player's row in the standings.
type Standing struct {
	Rank        int          `json:"rank,omitempty"` // rank, or 0 if unknown
	Tied        bool         `json:"rank_shared,omitempty"`
	ProvenAhead int          `json:"proven_ahead"` // number of players proven to be stronger
	Name        string       `json:"player"`
	OwnName     string       `json:"own_name,omitempty"` // name that the submission reports
	Word        string       `json:"word"`               // player as typed on a command line
	Points      float64      `json:"points"`
	Interval    *[2]*float64 `json:"interval,omitempty"` // 95 % interval of the rating; null bounds are infinite
	rating.Standing
	Pass              passReport            `json:"p_pass"`
	Seats             [4]seatReport         `json:"seats"`
	HeadToHead        map[string]headToHead `json:"against"`
	WorstLoss         *notableMatch         `json:"worst_loss,omitempty"`
	BestMatch         *notableMatch         `json:"best_match,omitempty"`
	ClosestMatch      *notableMatch         `json:"closest_match,omitempty"`
	MostExcitingMatch *notableMatch         `json:"most_exciting_match,omitempty"`
	Pace              *paceReport           `json:"pace,omitempty"` // pace, if it was requested and can be measured
	displayName       string                // Name, followed by OwnName in brackets
	leftOutReason     string                // reason why a submission does not play; only in CSV
}

// passReport holds P(pass) and its interval, which requires several seeds.
type passReport struct {
	Share *float64 `json:"share,omitempty"` // share of matches that the player would pass; nil if there are none
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
}

func passOf(p rating.PassRate) passReport {
	return passReport{table.FiniteOrNil(p.Share), table.FiniteOrNil(p.Low), table.FiniteOrNil(p.High)}
}

// seatReport holds the results of one or all players in one seat.
type seatReport struct {
	Matches    int     `json:"matches"`
	WinPercent float64 `json:"win_percent"`
	MeanScore  float64 `json:"mean_score"`
}

// headToHead counts a player's comparisons with one opponent.
type headToHead struct {
	Ahead         int     `json:"ahead"`
	Level         int     `json:"level"`
	Behind        int     `json:"behind"`
	Share         float64 `json:"share"` // share of comparisons won; ties count half
	ProvenVerdict string  `json:"proven,omitempty"`
}

type notableMatch struct {
	Seed        int32  `json:"seed"`
	Match       int    `json:"match"` // index of the match within its task, from 0
	Seat        int    `json:"seat"`
	Margin      int    `json:"margin,omitempty"`
	LeadChanges int    `json:"lead_changes,omitempty"`
	Command     string `json:"command,omitempty"` // command that plays the match again, or "" if that is not possible yet
	ref         league.MatchRef
}

// outReport counts how often a player went out for one reason, and describes the first such match.
type outReport struct {
	Player     string            `json:"player"`
	Reason     sim.FailureReason `json:"reason"`
	Count      int               `json:"count"`
	FirstMatch notableMatch      `json:"first"`
	Round      int               `json:"round"`
	Detail     string            `json:"detail,omitempty"`

	text string
}

type Duel struct {
	Answer     string        `json:"answer"` // result for the first player: better, worse, level or open
	Pass       [2]passReport `json:"p_pass"`
	MeanPlaces [2]float64    `json:"mean_places"`
	Seeds      int           `json:"seeds"`
	Matches    int           `json:"matches"`
	Text       string        `json:"text"`
}

// NewStandings returns a report on standings. For wordOf and seedAndCommand, see [NewPlayoff].
func NewStandings(file string, standings *league.Standings, wordOf func(*league.Entry) string, seedAndCommand func(league.MatchRef) (seed int32, command string)) *Standings {
	p, s := standings.Plan, standings.Schedule
	r := &Standings{
		File: sanitize.Line(filepath.Base(file)), Game: sanitize.Line(p.Game), Engine: sanitize.Line(p.EngineVersion), Format: p.Format,
		Seed: p.Seed, PlannedSeeds: p.Blocks(), Matches: standings.Tally.Matches, PlannedMatches: s.Tasks(), Opponents: p.DescribeOpponents(),
		names: p.Names(), tally: standings.Tally, highlights: standings.Highlights, duels: standings.Duels,
		seedAndCommand: seedAndCommand, Rejected: p.Rejected,
	}
	r.fill()
	if p.Format.IsDuel() { // a duel compares only its two players, not the opponents
		r.Players = slices.DeleteFunc(r.Players, func(s Standing) bool { return s.Entry > 1 })
		r.Pairs = 1
	}
	for i := range r.Players {
		e := &p.Players[r.Players[i].Entry]
		r.Players[i].Word, r.Players[i].OwnName, r.Players[i].displayName = wordOf(e), e.OwnName, e.DisplayName()
	}
	for _, group := range p.IdenticalPrograms() {
		var names []string
		for _, i := range group {
			names = append(names, r.names[i])
		}
		r.SameFiles = append(r.SameFiles, names)
	}
	r.DecidedPairs = r.Pairs - standings.Duels.OpenPairs()
	for _, o := range standings.Highlights.OutCounts() {
		r.Outs = append(r.Outs, outReport{
			Player: p.Players[o.Entry].Name, Reason: o.Reason, Count: o.Count, FirstMatch: *r.newNotableMatch(league.Highlight{MatchRef: o.MatchRef}, true),
			Round: o.Round, Detail: sanitize.Line(o.Detail), text: o.Text(),
		})
	}
	if p.Format.IsDuel() {
		r.Duel = NewDuel(standings)
	}
	last := s.KeyedTask(s.Tasks() - 1)
	_, err := league.Seeds(&last)
	r.HasSecretSeeds = err != nil
	return r
}

func (r *Standings) fill() {
	n := len(r.names)
	r.Seeds, r.HasTooFewSeeds = r.tally.Seeds(), r.tally.Seeds() < rating.MinSeeds
	r.Outs, r.Pairs = []outReport{}, n*(n-1)/2
	for _, s := range r.tally.Table(r.tally.Ratings()) {
		r.Players = append(r.Players, r.newStanding(&s))
	}
	for seat := range r.Seats {
		var sums []rating.SeatSum
		for i := range r.tally.Players {
			sums = append(sums, r.tally.Players[i].Seats[seat])
		}
		r.Seats[seat] = newSeatReport(sums...)
	}
}

func (r *Standings) newStanding(ratingRow *rating.Standing) Standing {
	i := ratingRow.Entry
	p := &r.tally.Players[i]
	s := Standing{Standing: *ratingRow, Rank: ratingRow.Rank, Tied: ratingRow.Rating.Tied, ProvenAhead: ratingRow.StrongerCount, Name: r.names[i], displayName: r.names[i], Points: ratingRow.Points, Pass: passOf(ratingRow.PassRate), HeadToHead: map[string]headToHead{}}
	if !r.HasTooFewSeeds {
		s.Interval = &[2]*float64{table.FiniteOrNil(ratingRow.Low), table.FiniteOrNil(ratingRow.High)}
	}
	for seat := range s.Seats {
		s.Seats[seat] = newSeatReport(p.Seats[seat])
	}
	for other, name := range r.names {
		pair := r.tally.Pair(i, other)
		if other == i || pair.Matches() == 0 {
			continue
		}
		m := headToHead{Ahead: pair.Ahead, Level: pair.Level, Behind: pair.Behind, Share: pair.Share()}
		if r.duels != nil && r.duels.Verdict(i, other) != rating.VerdictOpen {
			m.ProvenVerdict = duelVerdicts[r.duels.Verdict(i, other)].name
		}
		s.HeadToHead[name] = m
	}
	highlights := &r.highlights.Players[i]
	s.WorstLoss = r.newNotableMatch(highlights[league.WorstMatch], highlights[league.WorstMatch].Margin < 0)
	s.BestMatch = r.newNotableMatch(highlights[league.BestMatch], highlights[league.BestMatch].Played)
	s.ClosestMatch = r.newNotableMatch(highlights[league.ClosestMatch], highlights[league.ClosestMatch].Played)
	s.MostExcitingMatch = r.newNotableMatch(highlights[league.ExcitingMatch], highlights[league.ExcitingMatch].LeadChanges > 0)
	return s
}

// SetPaces adds the players' measured paces; p is indexed by entry.
func (r *Standings) SetPaces(p []winchance.PaceTotals) {
	for i := range r.Players {
		s := &r.Players[i]
		if t := &p[s.Entry]; t.MatchCount() > 0 {
			s.Pace = &paceReport{t.Mean(), t.MatchCount()}
		}
	}
}

func newSeatReport(sums ...rating.SeatSum) seatReport {
	var all rating.SeatSum
	for _, s := range sums {
		all.Matches += s.Matches
		all.WinTwelfths += s.WinTwelfths
		all.Score += s.Score
	}
	return seatReport{all.Matches, all.WinPercent(), float64(all.Score) / float64(max(all.Matches, 1))}
}

// newNotableMatch returns a notable match with the command that replays it, or nil if exists is false.
func (r *Standings) newNotableMatch(m league.Highlight, exists bool) *notableMatch {
	if !exists {
		return nil
	}
	seed, command := r.seedAndCommand(m.MatchRef)
	return &notableMatch{seed, m.Match, m.Seat, m.Margin, m.LeadChanges, command, m.MatchRef}
}

// duelVerdicts holds the name of each verdict, and its sentence in the report on a duel.
var duelVerdicts = [...]struct{ name, text string }{
	rating.VerdictOpen:   {"open", "too early to say whether %s or %s is better"},
	rating.VerdictAhead:  {"better", "%s is better than %s"},
	rating.VerdictBehind: {"worse", "%s is worse than %s"},
	rating.VerdictLevel:  {"level", "%s and %s are level, or too close to matter"},
}

// NewDuel returns the report on which of two players is better.
func NewDuel(standings *league.Standings) *Duel {
	v, t := duelVerdicts[standings.Duels.Verdict(0, 1)], standings.Tally
	one, other := t.Players[0].PassRate(), t.Players[1].PassRate()
	d := &Duel{Answer: v.name, Pass: [2]passReport{passOf(one), passOf(other)}, Seeds: t.Seeds(), Matches: t.Matches,
		MeanPlaces: [2]float64{t.Players[0].MeanPlace(), t.Players[1].MeanPlace()}}
	d.Text = fmt.Sprintf(v.text+": P(pass) %v and %v, mean place %.2f and %.2f against %s, after %s (%s)",
		sanitize.Line(standings.Plan.Players[0].Name), sanitize.Line(standings.Plan.Players[1].Name), one, other, d.MeanPlaces[0], d.MeanPlaces[1],
		standings.Plan.DescribeOpponents(), format.Count(d.Seeds, "seed"), format.Count(d.Matches, "match"))
	return d
}

type paceReport struct {
	winchance.SeatPace
	Matches int `json:"matches"`
}
