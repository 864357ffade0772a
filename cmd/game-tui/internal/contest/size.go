package contest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"
	"time"

	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/rating"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/tui/format"
)

// Default sizes of a tournament.
const (
	defaultMatches = 400  // matches per player
	maxDuelSeeds   = 2000 // maximum number of seeds in a comparison, which usually ends much earlier
)

// Size is the requested size of a tournament. A zero field was not requested.
type Size struct {
	Seeds   cliarg.Seeds
	Matches int
	Time    time.Duration
}

// apply sets the format and the number of seeds, except in play-offs and finals. If only a time
// was given, it plays a sample to measure how many matches fit into that time.
func (z *Size) apply(ctx context.Context, field *match.Field, p *league.Plan) error {
	if p.Format.IsKnockout() {
		return nil
	}
	fittingMatches := 0.0
	if z.Time > 0 && z.Seeds.Count == 0 && z.Matches == 0 {
		matchesPerSecond, err := playSample(ctx, field, *p, min(2*time.Second, z.Time/10))
		if err != nil {
			return err
		}
		fittingMatches = matchesPerSecond * z.Time.Seconds()
	}
	if !p.Format.IsDuel() {
		p.Format = schedule.Balanced
		if len(p.Players) <= schedule.MaxAllPlayers {
			p.Format = schedule.All
		}
	}
	z.setSeeds(p, fittingMatches)
	if p.Format == schedule.All && len(p.Players) > sim.Seats && z.Seeds.Count == 0 && p.Seeds < rating.MinSeeds {
		p.Format = schedule.Balanced
		z.setSeeds(p, fittingMatches)
	}
	return nil
}

// setSeeds sets the number of seeds. fittingMatches is the number of matches that fit into z.Time.
func (z *Size) setSeeds(p *league.Plan, fittingMatches float64) {
	p.Seeds = 1
	perSeed := float64(p.Schedule().TasksPerSeed())
	matchesPerPlayer := perSeed * sim.Seats / float64(len(p.Players)) // number of matches per player and seed
	if p.Format.IsDuel() {
		matchesPerPlayer = 1
	}
	seeds := math.Ceil(defaultMatches / matchesPerPlayer)
	switch {
	case z.Seeds.Count > 0:
		p.Seeds = z.Seeds.Count // Seal returns an error if there are too many seeds.
		return
	case z.Matches > 0:
		seeds = math.Ceil(float64(z.Matches) / matchesPerPlayer)
	case z.Time > 0: // More seeds are added while there is time.
		seeds = math.Floor(fittingMatches / perSeed)
	case p.Format.IsDuel():
		seeds = maxDuelSeeds
	}
	p.Seeds = int(max(1, min(seeds, float64(p.MaxBlocks()))))
}

// playSample plays matches of a plan for the given time and returns how many are completed per
// second. Matches that the machine is too busy to play do not count.
func playSample(ctx context.Context, field *match.Field, p league.Plan, duration time.Duration) (matchesPerSecond float64, err error) {
	p.Seeds = int(min(1000, math.MaxInt32-int64(p.Seed)+1))
	if !p.Format.IsDuel() {
		p.Format = schedule.Balanced
	}
	key := addSecretKey(&p)
	if err := p.Seal(); err != nil {
		return 0, err
	}
	tasks, n := p.Schedule(), 0
	tasks.AddKey(key)
	limited, cancel := context.WithTimeout(ctx, duration)
	defer cancel()
	var done atomic.Int64
	begin := time.Now()
	err = match.Parallel(limited, runtime.GOMAXPROCS(0), func(context.Context) (schedule.Task, bool) {
		tasksPerSet := tasks.TasksPerSet() // Play one task of each set, rotating through the seatings.
		if n++; n > tasks.Tasks()/tasksPerSet {
			return schedule.Task{}, false
		}
		return tasks.KeyedTask((n-1)*tasksPerSet + (n-1)%tasksPerSet), true
	}, func(ctx context.Context, t schedule.Task) error {
		_, err := league.Play(ctx, field, &t)
		if _, held := errors.AsType[*match.MachineError](err); held {
			return nil
		}
		if err == nil {
			done.Add(1)
		}
		return err
	})
	if err != nil && limited.Err() == nil || ctx.Err() != nil {
		return 0, err
	}
	return float64(done.Load()) / time.Since(begin).Seconds(), nil
}

// announcement returns a line that describes the planned matches. stopsEarly means that the
// tournament may stop before all of them are played.
func (z *Size) announcement(p *league.Plan, stopsEarly bool) string {
	switch p.Format {
	case schedule.Final:
		return fmt.Sprintf("grand final: %d semifinals and a final of %s each, from seed %d", playoff.Semifinals, format.Count(p.Seeds, "match"), p.Seed)
	case schedule.Playoff:
		state := p.Schedule().State()
		return fmt.Sprintf("%s, down to %d in %s from seed %d: about %s", format.Count(p.Playoff.Entries, "player"), p.Playoff.Survivors,
			format.Count(state.Rounds(), "round"), p.Seed, format.Count(state.MatchesLeft(), "match"))
	}
	matches := p.Schedule().Tasks()
	line := fmt.Sprintf("%s, %s from seed %d: %s", p.Describe(), format.Count(p.Seeds, "seed"), p.Seed, format.Count(matches, "match"))
	if p.Format.IsRanking() {
		line += fmt.Sprintf(", %s per player", format.GroupDigits(matches*sim.Seats/len(p.Players)))
	}
	if z.Time > 0 {
		line += fmt.Sprintf("; as many as fit into %s", z.Time)
	}
	if stopsEarly {
		line += "; stops when every pair is decided"
	}
	return line
}

// addSecretKey derives the players' seeds from a secret key if the tournament ranks programs,
// which could otherwise predict the dice. It returns nil if no key is needed.
func addSecretKey(p *league.Plan) *league.Key {
	if p.Format.IsDuel() || roster.CountPrograms(p) == 0 {
		return nil
	}
	return p.AddKey()
}
