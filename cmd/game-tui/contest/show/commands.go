package show

import (
	"strconv"
	"strings"

	"game-tui/cmd/game-tui/contest/players"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/report"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// PlayAgainCommand is the seed of a match of a plan, and what to type to play it again; empty
// where the seeds of its players are secret still.
func PlayAgainCommand(p *league.Plan, s *league.Schedule, at league.MatchRef) (int32, string) {
	task := s.ToPlay(at.Task)
	seeds, err := task.Seeds(at.Match)
	if err != nil {
		return task.Seed, ""
	}
	words := []string{"game-tui"}
	for _, e := range task.Entries(at.Match) {
		words = append(words, typed.Quoted(players.WordOf(&p.Player[e])))
	}
	switch {
	case p.Source == files.StdinName:
		words = append(words, "-i", "FILE")
	case p.Source != "":
		words = append(words, "-i", typed.Quoted(p.Source))
	case p.Game != catalog.Default().Name():
		words = append(words, "--game", typed.Quoted(p.Game))
	}
	words = append(words, "--seed", strconv.Itoa(int(task.Seed)))
	if p := (typed.PlayerSeeds{Of: seeds.Players}); p.Of != nil {
		words = append(words, "--player-seeds", p.String())
	}
	if players.ProgramsOf(p) > 0 {
		words = append(words, players.LimitWords(p)...)
	}
	return task.Seed, clean.Line(strings.Join(words, " "))
}

// Standings computes all that is shown of a tournament.
func Standings(name string, b *league.Standings) *report.Standings {
	return report.NewStandings(name, b, players.WordOf, func(at league.MatchRef) (int32, string) { return PlayAgainCommand(b.Plan, b.Schedule, at) })
}
