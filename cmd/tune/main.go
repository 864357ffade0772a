// Command tune looks for better numbers of the player of a game that may be tuned, by play.
//
// What counts is the share of the win, and a little the margin over the best other. A step has two
// parts. First it plays pairs of matches in which every number is moved up or down at random, and in
// the other match the other way, on the same seed and seat against the same others: over many pairs this
// gives the slopes of all numbers at once. Then a candidate, moved along the slopes, races against the
// present numbers, in pairs again: it is taken where it is proven better, and dropped early where it
// is not. The next step goes on with the slopes.
//
// Progress is kept in a file after each step; started again it goes on there. When -for is over, what was
// found plays against the numbers of the source, on seeds of tuning and on others, never seen, and is printed
// as Go. Ctrl-C ends it at once, with the numbers of the last step. No source is changed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"game-tui/ai"
	"game-tui/sim/catalog"
)

func main() {
	game := flag.String("game", "", "tune the player of that `game`: "+strings.Join(catalog.Names(), ", "))
	length := flag.Duration("for", 20*time.Minute, "take steps for that `time`; judging comes after it")
	file := flag.String("o", "", "keep the progress in that `file`, and go on with it (default tune-GAME.json)")
	pairs := flag.Int("pairs", 1000, "judge by that `number` of pairs of matches")
	judge := flag.Bool("judge", false, "take no step: judge what was found before")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *judge {
		*length = 0
	}
	if *file == "" {
		*file = "tune-" + *game + ".json"
	}
	if err := run(ctx, *game, *file, *length, *pairs); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

// run tunes for some time, then judges what was found, unless ctx has ended.
func run(ctx context.Context, game, file string, length time.Duration, pairs int) error {
	g, ok := catalog.Find(game)
	player, tunable := ai.Tunable(game)
	if !ok || !tunable {
		return fmt.Errorf("no player of a game called %q may be tuned: -game is one of %s that has one in games of ai/ai.go", game, strings.Join(catalog.Names(), ", "))
	}
	t, err := newTuner(g, player, file, os.Stderr)
	if err != nil {
		return err
	}
	limited, stop := context.WithTimeout(ctx, length)
	defer stop()
	for limited.Err() == nil {
		if err := t.step(limited); err != nil && limited.Err() == nil {
			return err
		}
	}
	t.table(os.Stdout)
	err = t.judge(ctx, "seeds of tuning", tuningSeed, pairs)
	if err == nil {
		err = t.judge(ctx, "seeds of judging", judgeSeed, pairs)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}
