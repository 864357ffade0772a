package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/record"
)

// A table for strangers is fitted on recordings, and on matches of four copies of a built-in player,
// equalMatches of each, which show what a lead is worth among equals. Their samples are a fifth as many, in
// the fits that judge, too. This share, the two features and usualShare and doubt of package chance were
// chosen among a handful on the stored recordings, so the scores by players left out are slightly too good:
// only the weights are fitted without them. Some of these fits have one match of strangers only; the weight
// of the lead lies between .8 and 3.3 in them in Harry Potter, and between 1.9 and 3.9 in Money Heist.
const (
	equalMatches = 20
	equalPart    = 5
)

// keepStrangers fits the table for strangers to samples of the recordings of a game in a folder, and
// stores the samples for the tests and for later fits.
func keepStrangers(ctx context.Context, g sim.Game, folder string) error {
	var list []sample
	base, matches := chance.LoadTable(g, false), 0
	err := eachRecording(folder, g, func(rec *record.Record) error {
		m := chance.Match{Meta: *rec.Meta(), Record: rec}
		if base == nil || !base.FittedOn(m.Settings) {
			return errors.New("expected the settings that the table of the game was fitted on; take the recording out of the folder")
		}
		for _, s := range samplesOf(&m, matches, recordingParts, nil) {
			s.Names = m.Names[:]
			list = append(list, s)
		}
		matches++
		return nil
	})
	if err != nil {
		return err
	}
	if list == nil {
		fmt.Printf("%s: no recordings in %s\n", g.Title(), folder)
		return nil
	}
	if err := fitStrangers(ctx, g, base, list); err != nil {
		return err
	}
	return save(dataFile(g, "strangers"), list)
}

// equalSamples takes samples of matches of four copies of each player that plays to win, in random
// order.
func equalSamples(ctx context.Context, g sim.Game) (list []sample, err error) {
	for _, b := range strongPlayers(g) {
		for i := range int32(equalMatches) {
			m, err := playOne(ctx, g, equalSeed+i, [sim.Seats]sim.Builtin{b, b, b, b})
			if err != nil {
				return nil, err
			}
			list = append(list, samplesOf(&m, len(list), 0, nil)...)
		}
	}
	dice := sim.NewRand(equalSeed)
	for i := range list {
		j := dice.Random(i, len(list)-1)
		list[i], list[j] = list[j], list[i]
	}
	return list, nil
}

// refitStrangers fits the table for strangers to the samples that keepStrangers stored, if any.
func refitStrangers(ctx context.Context, g sim.Game, base *chance.Table) error {
	list, err := load[[]sample](dataFile(g, "strangers"))
	if errors.Is(err, os.ErrNotExist) {
		fmt.Printf("%s: no samples of strangers; -strangers FOLDER takes them from recordings\n", g.Title())
		return nil
	}
	if err != nil {
		return err
	}
	return fitStrangers(ctx, g, base, list)
}

// fitStrangers fits the table for strangers to samples, and judges it by players that are left out of
// the fit. It writes none if the table of the built-in players is within the bounds for strangers.
func fitStrangers(ctx context.Context, g sim.Game, base *chance.Table, list []sample) error {
	file := filepath.Join(weights, g.Name()+".strangers.txt")
	if j := judgeTable(base, list); j.faults() == nil {
		fmt.Printf("%s: the table holds for strangers as it is\n%s", g.Title(), j)
		if err := os.Remove(file); !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	equal, err := equalSamples(ctx, g)
	if err != nil {
		return err
	}
	table, judged, err := fitStrangersTable(base, list, equal)
	if err != nil {
		return err
	}
	if err := save(dataFile(g, "equals"), equal); err != nil {
		return err
	}
	fmt.Printf("%s, players left out of the fit:\n%s", g.Title(), judged)
	notes := []string{
		"fitted on " + time.Now().UTC().Format(time.DateOnly) + " with " + runtime.Version(),
		fmt.Sprintf("on %d recordings of %d strangers, and %d matches of four copies of a built-in player from seed %d on",
			judged.matches, len(strangers(list)), equalMatches*len(strongPlayers(g)), equalSeed),
		fmt.Sprintf("judged by the strangers, each match by a fit without any of its players: Brier score %.3f (of the table as it is %.3f, of the leader %.3f)",
			judged.mean(estimate), judgeTable(base, list).mean(estimate), judged.mean(leader)),
	}
	return os.WriteFile(file, strangersText(table, notes), 0o644)
}

// strangers returns the names of the players in samples.
func strangers(list []sample) map[string]bool {
	all := map[string]bool{}
	for i := range list {
		for _, name := range list[i].Names {
			all[name] = true
		}
	}
	return all
}

// weightColumns heads the weights in a file of a table for strangers.
const weightColumns = "what is weighed | weight"

// strangersText is the file of a table for strangers.
func strangersText(t *chance.Table, notes []string) []byte {
	text := []byte("# Win chance with players that are not built in: written by make fit, read by package sim/chance.\n")
	for _, note := range notes {
		text = fmt.Appendf(text, "# %s\n", note)
	}
	text = append(text, "# "+weightColumns+"\n"...)
	for i, name := range chance.ExternalFeatures {
		text = fmt.Appendf(text, "%s | %.6g\n", name, t.Weights[i])
	}
	return text
}

// fitStrangersTable fits a table for strangers, and judges each match by a table that was fitted
// without any match of its players.
func fitStrangersTable(base *chance.Table, list, equal []sample) (*chance.Table, *judgement, error) {
	judged := &judgement{}
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].Match == list[from].Match {
			to++
		}
		others := without(list, list[from].Names)
		if len(others) == 0 {
			return nil, nil, fmt.Errorf("each match has a player of the match of %s: add recordings of other players", strings.Join(list[from].Names, ", "))
		}
		table := chance.NewExternalTable(base)
		if err := fit(table, withEqual(others, equal)); err != nil {
			return nil, nil, err
		}
		judged.addAll(table, list[from:to])
		from = to
	}
	table := chance.NewExternalTable(base)
	return table, judged, fit(table, withEqual(list, equal))
}

// withEqual returns the samples of strangers and a fifth as many of equal players.
func withEqual(list, equal []sample) []sample {
	return slices.Concat(list, equal[:min(len(list)/equalPart, len(equal))])
}

// without returns the samples of matches in which none of some players plays.
func without(list []sample, players []string) []sample {
	return slices.DeleteFunc(slices.Clone(list), func(s sample) bool {
		return slices.ContainsFunc(s.Names, func(name string) bool { return slices.Contains(players, name) })
	})
}

// judgeTable compares the chances of a table in samples with the results.
func judgeTable(t *chance.Table, list []sample) *judgement {
	j := &judgement{}
	j.addAll(t, list)
	return j
}

// addAll adds the chances of a table in samples.
func (j *judgement) addAll(t *chance.Table, list []sample) {
	for i := range list {
		j.add(&list[i], t.Chance(&list[i].Sample))
	}
}
