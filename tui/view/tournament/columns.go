package tournament

import (
	"fmt"
	"strconv"

	"game-tui/sim/league/rating"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/table"
	"game-tui/tui/format"
)

// A Row is a player's row in the standings.
type Row struct {
	rating.Standing
	Name        string
	DisplayName string // player name together with the program's name for itself
}

type Column = table.Column[Row]

// These are the columns of the standings in the dashboard, reports and web pages.
var (
	Rank = Column{Layout: table.Layout{Title: "rank", AlignLeft: true}, Name: "rank",
		Text: func(r Row) string {
			if r.Rank == 0 {
				return "–"
			}
			return format.Rank(r.Rank, r.Tied)
		},
		Value: func(r Row) any { return r.rankedValue(r.Rank) }}
	Player = Column{Layout: table.Layout{Title: "player", AlignLeft: true, CanShorten: true}, Name: "player",
		Text:  func(r Row) string { return sanitize.Line(r.DisplayName) },
		Value: func(r Row) any { return r.Name }}
	Pass = Column{Layout: table.Layout{Title: "P(pass)"}, Name: "p_pass",
		Text:  func(r Row) string { return r.Standing.PassRate.String() },
		Value: func(r Row) any { return table.FiniteOrNil(r.Standing.PassRate.Share) }}
	PassLow   = Column{Name: "p_pass_low", Value: func(r Row) any { return table.FiniteOrNil(r.Standing.PassRate.Low) }}
	PassHigh  = Column{Name: "p_pass_high", Value: func(r Row) any { return table.FiniteOrNil(r.Standing.PassRate.High) }}
	MeanPlace = Column{Layout: table.Layout{Title: "mean place"}, Name: "mean_place",
		Text:  func(r Row) string { return fmt.Sprintf("%.2f", r.MeanPlace) },
		Value: func(r Row) any { return r.MeanPlace }}
	Points     = numberColumn("points", "points", 0, format.Rating, func(r Row) float64 { return r.Points })
	PointsLow  = Column{Name: "low", Value: func(r Row) any { return r.rankedValue(r.Low) }}
	PointsHigh = Column{Name: "high", Value: func(r Row) any { return r.rankedValue(r.High) }}
	// Interval shows PointsLow and PointsHigh in one column.
	Interval = Column{Layout: table.Layout{Title: "95 %"},
		Text: func(r Row) string {
			if r.Rank == 0 {
				return "too few seeds"
			}
			return format.Rating(r.Low) + " … " + format.Rating(r.High)
		}}
	Matches    = numberColumn("matches", "matches", 4, format.GroupDigits, func(r Row) int { return r.Matches })
	Wins       = numberColumn("wins", "wins", 0, format.GroupDigits, func(r Row) int { return r.Wins })
	SharedWins = numberColumn("shared_wins", "shared", 3, format.GroupDigits, func(r Row) int { return r.SharedWins })
	WinPercent = numberColumn("win_percent", "win %", 5, format.Decimal, func(r Row) float64 { return r.WinPercent })
	MeanScore  = Column{Layout: table.Layout{Title: "mean score", ShortTitle: "mean", DropRank: 1}, Name: "mean_score",
		Text:  func(r Row) string { return format.Decimal(r.MeanScore) },
		Value: func(r Row) any { return r.MeanScore }}
	Deviation = numberColumn("score_deviation", "spread", 2, format.Decimal, func(r Row) float64 { return r.ScoreDeviation })
	MinScore  = Column{Name: "min_score", Value: func(r Row) any { return r.MinScore }}
	MaxScore  = Column{Name: "max_score", Value: func(r Row) any { return r.MaxScore }}
	Outs      = numberColumn("outs", "outs", 6, strconv.Itoa, func(r Row) int { return r.Outs })
	// ProvenAhead shows the number of players who are significantly stronger.
	ProvenAhead = Column{Layout: table.Layout{Title: "proven ahead", ShortTitle: "ahead"}, Name: "proven_ahead",
		Text: func(r Row) string {
			if r.Rank == 0 {
				return ""
			}
			return strconv.Itoa(r.StrongerCount)
		},
		Value: func(r Row) any { return r.rankedValue(r.StrongerCount) }}
)

func numberColumn[T int | float64](name, title string, drop int, text func(T) string, value func(Row) T) Column {
	return Column{Layout: table.Layout{Title: title, DropRank: drop}, Name: name,
		Text:  func(r Row) string { return text(value(r)) },
		Value: func(r Row) any { return value(r) }}
}

// Columns lists the columns of the standings in CSV files.
var Columns = []Column{Rank, Player, Pass, PassLow, PassHigh, MeanPlace, Points, PointsLow, PointsHigh, Matches, Wins, SharedWins, WinPercent,
	MeanScore, Deviation, MinScore, MaxScore, Outs, ProvenAhead}

// rankedValue returns value, or nil if the player has too few seeds to be ranked.
func (r *Row) rankedValue(value any) any {
	if r.Rank == 0 {
		return nil
	}
	return value
}
