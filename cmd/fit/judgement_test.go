package main

import (
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/winchance"
)

// The two forecasts that are compared: the estimate, and "the leader wins", by which all leaders share
// the win.
const (
	estimate = iota
	leader
)

// A judgement compares forecasts with results. Samples of a match are added one after the other.
type judgement struct {
	calibration
	matches int
	last    int           // match of the sample added last
	score   [2][9]float64 // sums of Brier scores after 10, 20, … 90 % of the match
	all     [2]float64    // sums over all rounds
	rounds  int
	at      [9]int // rounds after 10, 20, … 90 %
}

// judge compares the chances of a table with the results.
func judge(t *winchance.Table, list []sample) *judgement {
	j := &judgement{}
	j.addAll(t, list)
	return j
}

func (j *judgement) addAll(t *winchance.Table, list []sample) {
	for i := range list {
		j.add(&list[i], t.Chances(&list[i].Sample))
	}
}

// add adds a forecast. It skips the first round, when nobody leads, and the last twentieth of a match,
// when the score decides.
func (j *judgement) add(s *sample, forecast [sim.Seats]float64) {
	if j.matches == 0 || s.Match != j.last {
		j.matches, j.last = j.matches+1, s.Match
	}
	if s.Round == 0 || s.Round > s.Rounds*19/20 {
		return
	}
	var scores [sim.Seats]int
	for seat := range scores {
		scores[seat] = s.Values[seat][0]
	}
	j.calibration.add(s.Match, forecast, s.Share)
	j.rounds++
	at := s.Round*10/s.Rounds - 1
	exact := s.Round*10%s.Rounds == 0
	if exact {
		j.at[at]++
	}
	for i, p := range [2][sim.Seats]float64{forecast, winchance.WinShares(scores)} {
		b := brier(p, s.Share)
		j.all[i] += b
		if exact {
			j.score[i][at] += b
		}
	}
}

// mean returns the mean Brier score of a forecast.
func (j *judgement) mean(forecast int) float64 { return j.all[forecast] / float64(max(j.rounds, 1)) }

// tenth returns the mean Brier score of a forecast after 1 to 9 tenths of the matches.
func (j *judgement) tenth(forecast, tenths int) float64 {
	return j.score[forecast][tenths-1] / float64(max(j.at[tenths-1], 1))
}

// The bounds of an estimate.
const (
	maxDeviation = 0.08 // of a bin, unless it is within maxErrors
	maxErrors    = 2.0  // standard errors
	maxWorse     = 0.01 // by which the leader's Brier score may be better at each tenth of a match
)

// faults lists where the estimate exceeds these bounds.
func (j *judgement) faults() (list []string) {
	for i, b := range j.bins() {
		if b.matches > 1 && !b.within(maxDeviation, maxErrors) {
			list = append(list, fmt.Sprintf("%d to %d %%: %s", 10*i, 10*i+10, b))
		}
	}
	for k := 1; k <= len(j.at); k++ {
		if own, leads := j.tenth(estimate, k), j.tenth(leader, k); own > leads+maxWorse {
			list = append(list, fmt.Sprintf("after %d %% of the match: Brier score %.3f, of the leader %.3f", 10*k, own, leads))
		}
	}
	return list
}

// String lists the scores by tenth, and forecasts against results.
func (j *judgement) String() string {
	if j.rounds == 0 {
		return "no matches\n"
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Brier score of %d matches: estimate %.3f, leader %.3f\n", j.matches, j.mean(estimate), j.mean(leader))
	for k := 1; k <= len(j.at); k++ {
		if j.at[k-1] > 0 {
			fmt.Fprintf(&text, "  after %d %%: estimate %.3f, leader %.3f\n", 10*k, j.tenth(estimate, k), j.tenth(leader, k))
		}
	}
	for _, b := range j.bins() {
		if b.cases > 0 {
			fmt.Fprintf(&text, "  %s\n", b)
		}
	}
	for _, fault := range j.faults() {
		fmt.Fprintf(&text, "  out of bounds: %s\n", fault)
	}
	return text.String()
}
