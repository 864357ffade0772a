package process

import (
	"context"
	"os"
	"path/filepath"
	"runtime"

	"game-tui/sim"
)

// Trace shows the states of a match to a program while valgrind looks on, which ends it at the first
// fault. It returns what valgrind says of that, nothing where there is no fault, or no valgrind.
func Trace(ctx context.Context, file string, in sim.Init, states []sim.State) (said []string, err error) {
	launcher, err := realTool("valgrind")
	if err != nil {
		return nil, nil
	}
	tools, err := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(launcher)), "lib*", "valgrind", "memcheck-"+runtime.GOARCH+"-linux"))
	if err != nil || len(tools) == 0 {
		return nil, err
	}
	box, err := os.MkdirTemp("", "game-tui-trace-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(box)
	prog := &program{path: tools[0]}
	prog.argv = []string{tools[0], "--quiet", "--vgdb=no", "--track-origins=yes", "--exit-on-first-error=yes", "--error-exitcode=1", file}
	defer prog.release()
	if err := prog.pinPath(nil); err != nil {
		return nil, err
	}
	if prog.dir, err = prog.keep(pin(box)); err != nil {
		return nil, err
	}
	f, err := prog.keep(pin(file))
	if err != nil {
		return nil, err
	}
	prog.read = append(prog.read, f)
	plan := newPlan(prog, Spec{Limits: compileLimits, Sandbox: Require})
	plan.Build, plan.Memory = true, 4<<30 // it takes several bytes for each of the player
	plan.System = append(append(plan.System, libraries...), "/etc/ld.so.cache", "/proc/self")
	plan.env = []string{"VALGRIND_LAUNCHER=" + launcher, "TMPDIR=" + box}
	input := appendInit(nil, in)
	for _, state := range states {
		input = message(input, stateWords(state.Round()), state.AppendText(nil))
	}
	log := &stderrLog{}
	err = plan.finish(ctx, input, log)
	log.lastLine()
	said, _ = log.take()
	if ctx.Err() != nil {
		return nil, err
	}
	return said, nil // how it ended is in its words
}
