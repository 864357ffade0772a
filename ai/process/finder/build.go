package finder

import (
	"context"
	"sync"

	"game-tui/ai/process/resolve"

	"game-tui/ai/process/kit"
)

// variant is a way to build a player.
type variant struct {
	player []string // flags for the player and what is linked with it
	kit    []string // flags for the kit and the adapter
}

var (
	// What is said of style takes the room of what matters.
	plain = variant{player: []string{"-g", "-Wall", "-Wextra", "-Wno-sign-compare", "-Wno-unused", "-Wno-parentheses", "-Wno-reorder", "-Wno-misleading-indentation"}}
	// Not all of undefined: to compile its other checks takes longer than all the rest, for faults that are
	// found otherwise. The check of enum is left out, for Dir(-1) as a mark is no bug. The program goes on after a fault,
	// so that later ones are found. The kit is built without sanitizers: its own faults are nobody's. Whoever builds
	// with the containers that check builds all with them.
	sanitized = variant{
		[]string{"-O1", "-g", "-w", "-fno-omit-frame-pointer", "-fno-allocation-dce", "-D_GLIBCXX_DEBUG", "-DSANITIZED",
			"-fsanitize=address,signed-integer-overflow,shift,integer-divide-by-zero,bounds,return,float-cast-overflow,unreachable,bool", "-fsanitize-recover=all"},
		[]string{"-O1", "-D_GLIBCXX_DEBUG"},
	}
	// valgrind does not see what is not written to in a register, so nothing is optimised.
	traced = variant{player: []string{"-O0", "-g", "-w", "-DSANITIZED"}}
)

// filled has local variables begin with something: "zero" or "pattern".
func filled(with string) variant {
	return variant{player: []string{"-O1", "-w", "-ftrivial-auto-var-init=" + with}}
}

// built is a program, once it is compiled.
type built struct {
	resolve.Command
	said []string // by the compiler
	err  error
}

// builder compiles the programs of a player, as many at a time as there are processors.
type builder struct {
	Player
	command resolve.Command
	room    chan struct{}
	work    sync.WaitGroup
}

// start begins to build a program; the function that it returns waits for it.
func (b *builder) start(ctx context.Context, v variant) func() built {
	made := sync.OnceValue(func() (done built) {
		b.room <- struct{}{}
		defer func() { <-b.room }()
		c := b.Compiler
		c.Flags, c.KitFlags = v.player, v.kit
		var text []byte
		if text, done.err = kit.Adapter(kit.Finder); done.err == nil {
			c.Extra = map[string][]byte{kit.Finder: text}
			done.Command, done.said, done.err = c.Command(ctx, b.command)
		}
		return done
	})
	b.work.Go(func() { made() })
	return made
}
