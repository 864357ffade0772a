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

	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/tui/format"
)

// Default sizes of a tournament.
const (
	defaultMatches = 400  // matches per player
	againstSeeds   = 2000 // maximum for a comparison, which usually ends much earlier
)

// Limits of the sample that measures how long matches take.
const (
	minSampleTime = 2 * time.Second
	maxSampleTime = 10 * time.Second // even if no match has ended
	sampleMatches = 64
	sampleDivisor = 20 // at most 1/sampleDivisor of the matches, if their number is known
	timeDivisor   = 10 // at most 1/timeDivisor of Size.Time
)

// Size is the requested size of a tournament. At most one field is set when it starts; 0 means not
// given.
type Size struct {
	Seeds   cliarg.Seeds
	Matches int
	Time    time.Duration
}

// speed describes how long matches take with all cores busy.
type speed struct {
	match      time.Duration // mean time of a match; 0 if none has ended
	maxMatch   time.Duration // if programs use all of their processor time; 0 means no bound
	doubt      float64       // relative error of match
	untimed    int           // programs that have not ended a match yet
	sampleTime time.Duration // of a sample without a finished match
}

// measure plays a sample of matches, then chooses the format and the number of seeds.
func (z *Size) measure(ctx context.Context, field *match.Field, p *league.Plan) (speed, error) {
	sample := *p
	sample.Seeds = int(min(1000, math.MaxInt32-int64(p.Seed)+1))
	if !p.Format.IsDuel() {
		sample.Format = league.Balanced
	}
	key := addSecretSeeds(&sample)
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

// playSample plays at most some matches. It ends after minSampleTime if a match has ended, and
// after most otherwise.
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
		of := schedule.TasksPerSet() // one task of each set, rotating through the seatings
		if n++; n > min(some, schedule.Tasks()/of) {
			return league.Task{}, false
		}
		return schedule.KeyedTask((n-1)*of + (n-1)%of), true
	}, func(ctx context.Context, t league.Task) error {
		began := time.Now()
		_, err := league.Play(ctx, field, &t)
		if _, held := errors.AsType[*match.MachineError](err); held {
			missed.Add(1)
			return nil
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
		return speed{}, errors.New("this machine is too busy: try again when less runs on it")
	}
	v := speed{match: time.Since(begin) / time.Duration(max(done.Load(), 1)), doubt: took.RelativeError()}
	if done.Load() == 0 {
		v.match, v.sampleTime = 0, most
	}
	for i := range p.Players {
		if p.Players[i].Program != nil && !met[i] {
			v.untimed++
		}
	}
	return v, nil
}

func (v speed) choose(p *league.Plan, z *Size) {
	if p.Format.IsDuel() {
		v.seeds(p, z)
		return
	}
	if len(p.Players) <= league.AllUpTo {
		p.Format = league.All
		v.seeds(p, z)
		slow := z.Time > 0 && v.untimed > 0 // untimed programs might need all of the time for one seed
		if len(p.Players) == sim.Seats || z.Seeds.Count > 0 || p.Seeds >= league.MinSeeds && !slow {
			return
		}
	}
	p.Format = league.Balanced
	v.seeds(p, z)
}

// seeds sets the number of seeds that fits the requested size.
func (v speed) seeds(p *league.Plan, z *Size) {
	p.Seeds = 1
	s := p.Schedule()
	perSeed := float64(s.TasksPerSeed())
	each := perSeed * sim.Seats / float64(len(p.Players)) // matches per player and seed
	if p.Format.IsDuel() {
		each = 1
	}
	seeds := math.Ceil(defaultMatches / each)
	switch {
	case z.Seeds.Count > 0:
		p.Seeds = z.Seeds.Count // Seal reports too many
		return
	case z.Matches > 0:
		seeds = math.Ceil(float64(z.Matches) / each)
	case z.Time > 0 && v.match == 0:
		seeds = 1 // more are added while there is time
	case z.Time > 0:
		seeds = math.Floor(float64(z.Time) / float64(v.match) / perSeed)
	case p.Format.IsDuel():
		seeds = againstSeeds
	}
	p.Seeds = int(max(1, min(seeds, float64(p.MaxBlocks()))))
}

// announce returns a line about what will be played and how long it will take. early means that it
// may end before.
func (v speed) announce(p *league.Plan, z *Size, early bool) string {
	s := p.Schedule()
	matches := s.Tasks()
	size := fmt.Sprintf("%s from seed %d: %s", format.Count(p.Seeds, "seed"), p.Seed, format.Count(matches, "match"))
	fills := v.match == 0 && z.Time > 0 && z.Seeds.Count == 0 && z.Matches == 0
	if fills {
		size = fmt.Sprintf("from seed %d as many seeds as fit into %s", p.Seed, z.Time)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s", p.Format.Describe(p), size)
	if p.Format.IsRanking() && !fills {
		fmt.Fprintf(&b, ", %s of each player", format.Grouped(matches*sim.Seats/len(p.Players)))
	}
	if v.match == 0 {
		fmt.Fprintf(&b, "; no match has ended in the first %s", format.FormatDuration(v.sampleTime))
	} else {
		whole := time.Duration(matches) * v.match
		fmt.Fprintf(&b, "; about %s on %s", format.TimeLeft(whole, time.Duration(v.doubt*float64(whole))), format.Count(runtime.GOMAXPROCS(0), "core"))
		if v.untimed > 0 {
			fmt.Fprintf(&b, ", if %s without a finished match are as fast", format.Count(v.untimed, "program"))
		}
	}
	switch {
	case fills:
	case v.match == 0 && p.Limits.MatchWall > 0:
		fmt.Fprintf(&b, "; all matches take %s if programs use all of the time for their answers", format.AtMost(longestWait(p, matches)))
	case v.match > 0 && v.maxMatch > v.match:
		fmt.Fprintf(&b, ", at most %s if programs use all of their processor time", format.FormatDuration(time.Duration(matches)*v.maxMatch))
	}
	if early {
		b.WriteString("; stops as soon as everything is proven")
	}
	return b.String()
}

// programsPerMatch returns the mean number of programs in a match.
func programsPerMatch(p *league.Plan) float64 {
	return float64(sim.Seats*roster.CountPrograms(p)) / float64(len(p.Players))
}

// longestWait returns how long all matches take if each program uses all of its time for answers,
// one program after the other.
func longestWait(p *league.Plan, matches int) time.Duration {
	longest := time.Duration(min(sim.Seats, roster.CountPrograms(p))) * p.Limits.MatchWall
	places := runtime.GOMAXPROCS(0) // a core takes another match only while programs sleep, which not every system reports
	if matches <= places {
		return longest
	}
	all := programsPerMatch(p) * float64(matches) * float64(p.Limits.MatchWall)
	return time.Duration(all/float64(places)) + longest // the longest match may start last
}

// addSecretSeeds derives the players' seeds from a secret key if programs are ranked: a program
// that knew its seed could predict every die. A comparison of two is no ranking.
func addSecretSeeds(p *league.Plan) *league.Key {
	if p.Format.IsDuel() || roster.CountPrograms(p) == 0 {
		return nil
	}
	return p.AddKey()
}
