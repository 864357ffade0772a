package report

import (
	"fmt"
	"strings"
	"testing"

	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	"game-tui/sim/stats"
	"game-tui/tui/cells/table"
)

// TestTablesHaveTheseColumns lists the columns of each table as title/CSV name.
func TestTablesHaveTheseColumns(t *testing.T) {
	t.Parallel()
	rec, _, err := res.Read(simtest.Recordings(t, "thepurge")["mixed-s30"], catalog.Games(), "")
	if err != nil {
		t.Fatal(err)
	}
	standings := &Standings{Players: []Standing{{Name: "Ann"}}, Rejected: []league.Rejection{{}}}
	for name, c := range map[string]struct{ got, want string }{
		"analyse": {list(analysisColumns), "recording/file, /game, /seed, excitement/excitement, winner/winners, lowest/lowest, round/lowest_round, " +
			"closest to winning/thrown_seat, /thrown_player, chance/thrown, round/thrown_round, /estimate, /default_rules"},
		"verdicts": {list(verdictColumns), "player/player, /name, qualifies/qualifies, /failed, /reason, /warnings, seconds/seconds, reason/"},
		"playoff": {list((&Playoff{}).columns()), "place/place, player/player, survived/rounds_survived, matches/matches, passed/passed, outs/outs, /out_in_round, " +
			"out by/out_by, match/out_match, seed/out_seed, /out_scores, score/, /out_command"},
		"final": {list(finalColumns), "group/group, player/player, place/place, points/points, wins/wins, score/score, outs/outs"},
		"forecast": {list(forecastColumns), "player/player, grade/grade, /grade_low, /grade_high, 95 %/, /grade_4_of_5_low, /grade_4_of_5_high, 4 of 5/, " +
			"survived/survived, /survived_low, /survived_high, left/left, /left_low, /left_high"},
		"curve": {list(curveColumns), "round/round, /, in/in, /in_low, /in_high, 95 %/"},
		"seats": {list(standings.seatColumns()), "seat/, win %/, mean score/"},
		"pace":  {list(paceColumns), "pace/, beginning/, middle/, end/, matches/"},
		"csv": {list(standings.csvColumns()), "rank/rank, player/player, P(pass)/p_pass, /p_pass_low, /p_pass_high, mean place/mean_place, points/points, /low, /high, " +
			"matches/matches, wins/wins, shared/shared_wins, win %/win_percent, mean score/mean_score, spread/score_deviation, /min_score, /max_score, " +
			"outs/outs, proven ahead/proven_ahead, " +
			"/win_percent_seat0, /win_percent_seat1, /win_percent_seat2, /win_percent_seat3, /own_name, /same_files_as, " +
			"/left_out, /share_against_Ann"},
		"results": {list(resultColumns(&play.RunConfig{})), "/seed, /player0, /player1, /player2, /player3, /score0, /score1, /score2, /score3, /out0, /out1, /out2, /out3, " +
			"/winners, /rounds, /stopped, /game, /config, /config_sha256, /flags"},
		"means": {list(meanColumns(rec.Meta().Game)), "player/, matches/, won/, mean score/, money/, builders killed/, warriors killed/, lost/"},
		"stats": {list(statsColumns(&statsMatch{name: "a.res", record: rec, history: stats.New(rec)})), "recording/file, /game, /seed, /rounds, player/, round/round, /seat, /player, score/score, /won, " +
			"money/points_money, builders killed/points_builders_killed, warriors killed/points_warriors_killed, " +
			"other/points_other, units/units, /measure_warriors, /measure_weapons, /measure_builders, " +
			"/measure_life_of_warriors, /measure_life_of_builders, lost/lost, /lost_to_0, /lost_to_1, /lost_to_2, " +
			"/lost_to_3, /lost_to_nobody, /still, /orders, failed orders/failed, " +
			"time/cpu_ms, /cpu_share, out/out"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got columns\n%s\nwant\n%s", name, c.got, c.want)
		}
	}
}

func list[R any](columns []table.Column[R]) string {
	var names []string
	for _, c := range columns {
		if strings.HasPrefix(c.Name, "failed_") {
			continue // defined by the texts of a game
		}
		names = append(names, fmt.Sprintf("%s/%s", c.Title, c.Name))
	}
	return strings.Join(names, ", ")
}
