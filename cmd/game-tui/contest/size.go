package contest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"game-tui/cmd/game-tui/contest/players"
	"game-tui/cmd/game-tui/report"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// Defaults of a tournament's size.
const (
	defaultMatches = 400  // of a player
	againstSeeds   = 2000 // of two that are compared: most end much earlier
)

// Bounds of the sample by which the speed of matches is measured.
const (
	minSampleTime = 2 * time.Second
	maxSampleTime = 10 * time.Second // the sample ends then, even if no match has ended
	sampleMatches = 64
	sampleDivisor = 20 // the sample has at most 1/sampleDivisor of the matches, if their number is known
	timeDivisor   = 10 // the sample takes at most 1/timeDivisor of --for
)

// Size is how much is to be played, as it was asked for.
type Size struct {
	Seeds   typed.Seeds
	Matches int
	Time    time.Duration
}

// speed is how long matches take here, all cores at work.
type speed struct {
	match      time.Duration // a match; 0 if none has ended
	maxMatch   time.Duration // if programs use all of their processor time; 0: no bound
	doubt      float64       // of match by which that may be wrong
	untimed    int           // programs that have ended no match yet
	sampleTime time.Duration // length of the sample, if no match has ended
}

// measure chooses the design and the number of seeds, and measures how fast it goes.
func (z *Size) measure(ctx context.Context, field *match.Field, p *league.Plan) (speed, error) {
	sample := *p
	sample.Seeds = int(min(1000, math.MaxInt32-int64(p.Seed)+1))
	if p.Design != league.Against {
		sample.Design = league.Balanced
	}
	key := addSecretSeeds(&sample) // of its own
	if err := sample.Seal(); err != nil {
		return speed{}, err
	}
	some := sampleMatches
	if z.Time == 0 || z.Seeds.Count > 0 || z.Matches > 0 {
		(speed{}).choose(p, z)
		s := p.Schedule()
		some = max(runtime.GOMAXPROCS(0), min(some, s.Tasks()/sampleDivisor))
	}
	most := maxSampleTime
	if z.Time > 0 {
		most = min(most, z.Time/timeDivisor)
	}
	v, err := playSample(ctx, field, &sample, key, some, most)
	if err != nil {
		return v, err
	}
	v.maxMatch = time.Duration(programsPerMatch(p) * float64(p.Limits.CPU) / float64(runtime.GOMAXPROCS(0)))
	v.choose(p, z)
	return v, nil
}

// sampled plays some matches of a plan for a short time, and one of them to its end unless that takes too long.
func playSample(ctx context.Context, field *match.Field, p *league.Plan, key *league.Key, some int, most time.Duration) (speed, error) {
	schedule, n := p.Schedule(), 0
	schedule.SetKey(key)
	begin := time.Now()
	var done, missed atomic.Int64
	var mu sync.Mutex
	var took league.Sum // milliseconds
	met := map[int]bool{}
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	short := min(minSampleTime, most)
	enough := func() {
		if done.Load() > 0 && time.Since(begin) >= short {
			cancel()
		}
	}
	defer time.AfterFunc(short, enough).Stop()
	err := match.Parallel(limited, runtime.GOMAXPROCS(0), func(context.Context) (league.Task, bool) {
		of := schedule.TasksPerSet() // one of each set, in every seating in its turn
		if n++; n > min(some, schedule.Tasks()/of) {
			return league.Task{}, false
		}
		return schedule.ToPlay((n-1)*of + (n-1)%of), true
	}, func(ctx context.Context, t league.Task) error {
		began := time.Now()
		_, err := league.Play(ctx, field, &t)
		if _, held := errors.AsType[*match.MachineError](err); held {
			missed.Add(1)
			return nil // a sample is no match that counts
		}
		if err == nil {
			mu.Lock()
			took.Add(int(time.Since(began).Milliseconds()))
			for _, e := range t.LineUp {
				met[e] = true
			}
			mu.Unlock()
			done.Add(1)
			enough()
		}
		return err
	})
	switch {
	case err != nil && limited.Err() == nil || ctx.Err() != nil:
		return speed{}, err
	case done.Load() == 0 && missed.Load() > 0:
		return speed{}, errors.New("this machine is too busy to play: start again when less runs on it")
	}
	v := speed{match: time.Since(begin) / time.Duration(max(done.Load(), 1)), doubt: took.Doubt()}
	if done.Load() == 0 {
		v.match, v.sampleTime = 0, most
	}
	for i := range p.Player {
		if p.Player[i].Program != nil && !met[i] {
			v.untimed++
		}
	}
	return v, nil
}

func (v speed) choose(p *league.Plan, z *Size) {
	if p.Design == league.Against {
		v.seeds(p, z, league.Against)
		return
	}
	if len(p.Player) <= league.AllUpTo {
		v.seeds(p, z, league.All)
		slow := z.Time > 0 && v.untimed > 0 // a program without a match so far may need all of the time for one seed
		if len(p.Player) == sim.Seats || z.Seeds.Count > 0 || p.Seeds >= league.MinSeeds && !slow {
			return
		}
	}
	v.seeds(p, z, league.Balanced)
}

// seeds sets a design, and the seeds for the size that was asked for.
func (v speed) seeds(p *league.Plan, z *Size, d league.Design) {
	p.Design, p.Seeds = d, 1
	s := p.Schedule()
	perSeed := float64(s.TasksPerSeed())
	each := perSeed * sim.Seats / float64(len(p.Player)) // matches of a player
	if d == league.Against {
		each = 1
	}
	seeds := math.Ceil(defaultMatches / each)
	switch {
	case z.Seeds.Count > 0:
		p.Seeds = z.Seeds.Count // Seal says when they are too many
		return
	case z.Matches > 0:
		seeds = math.Ceil(float64(z.Matches) / each)
	case z.Time > 0 && v.match == 0:
		seeds = 1 // more begin while there is time
	case z.Time > 0:
		seeds = math.Floor(float64(z.Time) / float64(v.match) / perSeed)
	case d == league.Against:
		seeds = againstSeeds
	}
	p.Seeds = int(max(1, min(seeds, float64(p.MaxBlocks()))))
}

// announce says what will be played, and how long it will take; early: unless all is proven before.
func (v speed) announce(p *league.Plan, z *Size, early bool) string {
	s := p.Schedule()
	matches := s.Tasks()
	size := fmt.Sprintf("%s from seed %d: %s", numbers.Count(p.Seeds, "seed"), p.Seed, numbers.Count(matches, "match"))
	fills := v.match == 0 && z.Time > 0 && z.Seeds.Count == 0 && z.Matches == 0
	if fills {
		size = fmt.Sprintf("from seed %d as many seeds as fit into %s", p.Seed, z.Time)
	}
	var b strings.Builder
	switch p.Design {
	case league.Against:
		fmt.Fprintf(&b, "%s against %s, each with %s, %s", clean.Line(p.Player[0].Name), clean.Line(p.Player[1].Name), report.PoolOf(p), size)
	default:
		how := "line-ups in which all meet equally often"
		if p.Design == league.All {
			how = "all line-ups"
		}
		fmt.Fprintf(&b, "%d players in %s, %s", len(p.Player), how, size)
		if !fills {
			fmt.Fprintf(&b, ", %s of each player", numbers.Grouped(matches*sim.Seats/len(p.Player)))
		}
	}
	if v.match == 0 {
		fmt.Fprintf(&b, "; no match has ended in the first %s", numbers.Roughly(v.sampleTime))
	} else {
		whole := time.Duration(matches) * v.match
		fmt.Fprintf(&b, "; about %s on %s", numbers.Left(whole, time.Duration(v.doubt*float64(whole))), numbers.Count(runtime.GOMAXPROCS(0), "core"))
		if v.untimed > 0 {
			fmt.Fprintf(&b, ", if those that have ended no match yet (%s) are as quick", numbers.Count(v.untimed, "program"))
		}
	}
	switch {
	case fills:
	case v.match == 0 && p.Limits.MatchWall > 0:
		fmt.Fprintf(&b, "; all matches take %s if programs use all of the time for their answers", numbers.AtMost(longestWait(p, matches)))
	case v.match > 0 && v.maxMatch > v.match:
		fmt.Fprintf(&b, ", at most %s if programs use all of their processor time", numbers.Roughly(time.Duration(matches)*v.maxMatch))
	}
	if early {
		b.WriteString("; less if all is proven before")
	}
	return b.String()
}

// programsPerMatch returns how many players of a match are programs, on average.
func programsPerMatch(p *league.Plan) float64 {
	return float64(sim.Seats*players.CountPrograms(p)) / float64(len(p.Player))
}

// longestWait returns how long all matches of a plan take if each program uses all of the time for its answers, one
// program of a match after the other.
func longestWait(p *league.Plan, matches int) time.Duration {
	longest := time.Duration(min(sim.Seats, players.CountPrograms(p))) * p.Limits.MatchWall
	places := runtime.GOMAXPROCS(0) // more matches are under way only while some are idle, which not every system shows
	if matches <= places {
		return longest
	}
	all := programsPerMatch(p) * float64(matches) * float64(p.Limits.MatchWall)
	return time.Duration(all/float64(places)) + longest // the longest match may begin last
}

// addSecretSeeds gives a plan a key for the seeds of its players where programs are ranked: a
// program that knew them could compute every die. Two players are compared, not ranked.
func addSecretSeeds(p *league.Plan) *league.Key {
	if p.Design == league.Against || players.CountPrograms(p) == 0 {
		return nil
	}
	return p.AddKey()
}
