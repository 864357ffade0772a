package plain_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"sync"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/plain"
	"game-tui/tui/tuitest"
)

// told returns the lines of a match.
func told(t *testing.T, rec *record.Record, from int) string {
	t.Helper()
	var b bytes.Buffer
	if err := plain.Follow(t.Context(), &b, rec, plain.LineOptions{FirstRound: from, Seat: -1}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// With --me, only lines about the player, changes of the leader and scores are printed.
func TestLinesOfOnePlayer(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1<<20)
		names := record.UniqueNames(rec.Meta().Names)
		var all [sim.Seats]string
		for seat := range all {
			var b bytes.Buffer
			if err := plain.Follow(t.Context(), &b, rec, plain.LineOptions{FirstRound: -1, Seat: int8(seat)}); err != nil {
				t.Fatal(err)
			}
			all[seat] = b.String()
			if n := strings.Count(all[seat], " scores: "); n != rec.Edge()+1 {
				t.Errorf("%s, seat %d: the scores of %d rounds", g.Name(), seat, n)
			}
		}
		lines, told := 0, 0
		for k := range rec.Edge() {
			for _, e := range rec.Turn(k).Events {
				want := fmt.Sprintf("\n%d %s: %s\n", k+1, g.Legend().Events[e.Kind].Name, g.AppendEventText(nil, &e, &names))
				for seat := range all {
					lines++
					is := strings.Contains(all[seat], want)
					if mine := int(e.Seat) == seat || int(e.Other) == seat; is != mine {
						t.Fatalf("%s, seat %d: %q is told: %v", g.Name(), seat, want, is)
					}
					if is {
						told++
					}
				}
			}
		}
		if told == 0 || told == lines {
			t.Errorf("%s: %d of %d lines", g.Name(), told, lines)
		}
	}
}

var line = regexp.MustCompile(`^\d+ [a-z0-9 ]+( of [^:]+)?: [^\x00-\x1f\x7f]+$`)

// Every round also has a line of scores, and there are no other lines.
func TestEveryEventHasALine(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1<<20)
		names := record.UniqueNames(rec.Meta().Names)
		out := told(t, rec, -1)
		for _, l := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
			if !line.MatchString(l) {
				t.Fatalf("%s: the line %q", g.Name(), l)
			}
		}
		events := 0
		for k := range rec.Edge() {
			for _, e := range rec.Turn(k).Events {
				events++
				if want := fmt.Sprintf("\n%d %s: %s\n", k+1, g.Legend().Events[e.Kind].Name, g.AppendEventText(nil, &e, &names)); !strings.Contains(out, want) {
					t.Fatalf("%s: no line %q", g.Name(), want)
				}
			}
			if want := fmt.Sprintf("\n%d scores: Seeker: %d", k, rec.State(k).Scores()[0]); !strings.Contains(out, want) {
				t.Fatalf("%s: no line %q", g.Name(), want)
			}
		}
		leads := strings.Count(out, " lead change: ")
		if n := strings.Count(out, "\n"); events == 0 || n < events+rec.Edge()+1+leads+10 {
			t.Errorf("%s: %d lines of %d events", g.Name(), n, events)
		}
		if !strings.HasPrefix(out, "0 match: "+g.Title()+", seed 30, ") || !strings.Contains(out[len(out)-60:], " end: winner") {
			t.Errorf("%s: begins and ends %q … %q", g.Name(), out[:60], out[len(out)-60:])
		}
	}
}

// The summary describes the end of the match, or with --no-spoilers the first round printed.
func TestLinesBeginWithASummary(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1<<20)
		scores := rec.State(rec.Edge()).Scores()
		seat, by := sim.Lead(scores)
		whole := told(t, rec, 40)
		line := strings.Split(whole, "\n")[1]
		want := fmt.Sprintf("40 summary: %s won by %d after round %d: %[1]s %[4]d, ", record.UniqueNames(rec.Meta().Names)[seat], by, rec.Edge(), scores[seat])
		if !strings.HasPrefix(line, want) || strings.Contains(whole, " chances: ") {
			t.Errorf("%s: %q, want %q", g.Name(), line, want)
		}
		var b bytes.Buffer
		if err := plain.Follow(t.Context(), &b, rec, plain.LineOptions{FirstRound: 40, Seat: -1, NoSpoilers: true}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		chances := regexp.MustCompile(`^40 chances: .* %, .* %, .* %, .* % \(estimate`).MatchString(lines[2])
		if strings.Contains(lines[1], "won") || !strings.Contains(lines[1], " after round 40: ") || chances != (winchance.LoadTable(g, false) != nil) {
			t.Errorf("%s: without spoilers %q", g.Name(), lines[:3])
		}
	}
}

// Lines about the highlighted player are printed in addition to the requested kinds.
func TestOnlyRequestedKindsArePrinted(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1<<20)
	lines := func(only string, seat int8) map[string]int {
		kinds, err := plain.ParseKinds(only)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := plain.Follow(t.Context(), &b, rec, plain.LineOptions{Seat: seat, Kinds: kinds}); err != nil {
			t.Fatal(err)
		}
		all := map[string]int{}
		for l := range strings.Lines(b.String()) {
			_, l, _ = strings.Cut(l, " ")
			kind, _, _ := strings.Cut(l, ":")
			all[kind]++
		}
		for _, always := range []string{"match", "summary", "end"} {
			if all[always] != 1 {
				t.Errorf("--only %s: %d lines of %s", only, all[always], always)
			}
			delete(all, always)
		}
		for k := range all {
			if strings.HasPrefix(k, "player ") {
				delete(all, k)
			}
		}
		return all
	}
	whole := lines("lead,events,scores,out", -1)
	for only, want := range map[string]map[string]int{
		"lead":         {"lead change": whole["lead change"]},
		"deaths, lead": {"death": whole["death"], "lead change": whole["lead change"]},
	} {
		if got := lines(only, -1); len(got) == 0 || !maps.Equal(got, want) {
			t.Errorf("--only %s: %v, want %v", only, got, want)
		}
	}
	if own, all := lines("deaths", 0)["death"], lines("deaths,mine", 0); own == 0 || own >= all["death"] || all["death"] != whole["death"] || len(all) < 3 {
		t.Errorf("%d deaths of the player; with all others %v", own, all)
	}
	if _, err := plain.ParseKinds("lead,deads"); err == nil || !strings.Contains(err.Error(), `"deads": expected one or more of lead, deaths, `) {
		t.Errorf("error %v", err)
	}
}

func TestLinesFromARoundAreTheSame(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 40)
	whole, late := told(t, rec, 0), told(t, rec, 17)
	_, rest, _ := strings.Cut(whole, "\n17 ")
	_, lateRest, _ := strings.Cut(late, "player 3: Null\n17 ")
	if rest != lateRest || rest == "" {
		t.Errorf("from round 17 on:\n%s\nwant\n%s", lateRest, rest)
	}
}

// Follow must print the lines of the finished match, and return the writer's error.
func TestFollowPrintsWhileMatchIsPlayed(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[2]
	whole := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 60)
	rec := record.New(*whole.Meta(), whole.State(0))
	var out bytes.Buffer
	var follower sync.WaitGroup
	rounds := make(chan struct{}, 100)
	follower.Go(func() {
		if err := plain.Follow(t.Context(), signalling{&out, rounds}, rec, plain.LineOptions{FirstRound: -1, Seat: -1, NoSpoilers: true}); err != nil {
			t.Error(err)
		}
	})
	for k := range whole.Edge() {
		<-rounds // round k is printed before round k+1 is played
		rec.Append(whole.Turn(k), whole.State(k+1))
	}
	rec.End(nil)
	follower.Wait()
	var want bytes.Buffer
	if err := plain.Follow(t.Context(), &want, whole, plain.LineOptions{FirstRound: -1, Seat: -1, NoSpoilers: true}); err != nil || out.String() != want.String() {
		t.Errorf("%v: got\n%s\nwant\n%s", err, out.String(), want.String())
	}

	gone := errors.New("gone")
	if err := plain.Follow(t.Context(), failing{gone}, whole, plain.LineOptions{Seat: -1}); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := plain.Follow(ctx, &out, record.New(*whole.Meta(), whole.State(0)), plain.LineOptions{FirstRound: 5, Seat: -1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

type signalling struct {
	w    *bytes.Buffer
	each chan<- struct{}
}

func (s signalling) Write(p []byte) (int, error) {
	s.each <- struct{}{}
	return s.w.Write(p)
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestLinesNameEliminationsAndErrors(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[1]
	rec, b := tuitest.NewMatch(t, g, configs.Default(g.Name()))
	tuitest.PlayRound(t, rec, b)
	turn := &sim.Turn{Round: 1, KnownParts: sim.KnownAll}
	turn.Reports[2].Failure = &sim.Failure{Round: 1, Reason: sim.FailedCrash, Detail: "SIGABRT"}
	b.SetStatus(2, -1)
	if err := b.Step(turn); err != nil {
		t.Fatal(err)
	}
	rec.Append(turn, b.State())
	tuitest.PlayRound(t, rec, b)
	rec.End(errors.New("interrupted"))
	out := told(t, rec, 0)
	if strings.Count(out, " out: ") != 1 || !strings.Contains(out, "\n2 out: Greedy: crash in round 1 (SIGABRT)\n") ||
		!strings.HasSuffix(out, "\n3 end: the match stopped: interrupted\n") {
		t.Errorf("got\n%s", out)
	}
}
