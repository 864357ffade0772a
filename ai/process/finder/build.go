package finder

import (
	"context"
	"sync"

	"game-tui/ai/process/resolve"

	"game-tui/ai/process/kit"
)

type variant struct {
	player []string // flags for the player
	kit    []string // flags for the kit and the adapter
}

var (
	// Style warnings are disabled, because they would hide others.
	plain = variant{player: []string{"-g", "-Wall", "-Wextra", "-Wno-sign-compare", "-Wno-unused", "-Wno-parentheses", "-Wno-reorder", "-Wno-misleading-indentation"}}
	// Other sanitizer checks compile slowly. The enum check is off because players use Dir(-1) as a
	// marker. The program continues after a fault to find more. The kit uses the same checked
	// containers, but no sanitizers.
	sanitized = variant{
		[]string{"-O1", "-g", "-w", "-fno-omit-frame-pointer", "-fno-allocation-dce", "-D_GLIBCXX_DEBUG", "-DSANITIZED",
			"-fsanitize=address,signed-integer-overflow,shift,integer-divide-by-zero,bounds,return,float-cast-overflow,unreachable,bool", "-fsanitize-recover=all"},
		[]string{"-O1", "-D_GLIBCXX_DEBUG"},
	}
	// Valgrind does not detect uninitialized registers, so the program is not optimised.
	traced = variant{player: []string{"-O0", "-g", "-w", "-DSANITIZED"}}
)

// filled initialises local variables with zeros ("zero") or a bit pattern ("pattern").
func filled(with string) variant {
	return variant{player: []string{"-O1", "-w", "-ftrivial-auto-var-init=" + with}}
}

type built struct {
	resolve.Command
	output []string // compiler output
	err    error
}

func (s *search) start(ctx context.Context, v variant) func() built {
	made := sync.OnceValue(func() (done built) {
		s.slots <- struct{}{}
		defer func() { <-s.slots }()
		c := s.Compiler
		c.Flags, c.KitFlags = v.player, v.kit
		var text []byte
		if text, done.err = kit.Adapter(kit.Finder); done.err == nil {
			c.Extra = map[string][]byte{kit.Finder: text}
			done.Command, done.output, done.err = c.Command(ctx, s.command)
		}
		return done
	})
	s.work.Go(func() { made() })
	return made
}
