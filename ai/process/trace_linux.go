package process

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"game-tui/ai/process/launch"
	"game-tui/sim"
)

// traceBudget is the budget of valgrind. It takes several bytes for each byte of the player.
var traceBudget = Budget{Processes: 1, Memory: 4 << 30, Threads: maxThreads, Wall: time.Minute}

// Trace shows the states of a match to a program under valgrind. It returns the lines that valgrind prints, none if
// there is no fault, and an error if the program did not come to the end of the states. The program has the rights of a
// player.
func Trace(ctx context.Context, file string, in sim.Init, states []sim.State) (said []string, err error) {
	launcher, err := realTool("valgrind")
	if err != nil {
		return nil, errors.New("valgrind is not installed")
	}
	tools, err := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(launcher)), "lib*", "valgrind", "memcheck-"+runtime.GOARCH+"-linux"))
	if err != nil || len(tools) == 0 {
		return nil, errors.New("valgrind is installed without its tool memcheck")
	}
	plan, release, err := tracePlan(launcher, tools[0], file)
	if err != nil {
		return nil, err
	}
	defer release()
	input := appendInit(nil, in)
	for _, state := range states {
		input = message(input, stateWords(state.Round()), state.AppendText(nil))
	}
	log := &stderrLog{only: "=="} // not what the player prints
	err = plan.finish(ctx, &execution{budget: traceBudget, input: input, log: log})
	if signal, ok := errors.AsType[signalError](err); ok && (signal == "SIGKILL" || signal == "SIGXCPU") { // by the system
		err = fmt.Errorf("valgrind took more than %s of processor time", compileCPU)
	}
	log.lastLine()
	said, _ = log.take()
	return said, err
}

// tracePlan is the plan of memcheck, a tool of valgrind, for a player's file.
func tracePlan(launcher, memcheck, file string) (p *plan, release func(), err error) {
	prog := &program{path: memcheck}
	prog.argv = []string{memcheck, "--quiet", "--vgdb=no", "--track-origins=yes", file}
	f, err := prog.keep(pin(file))
	if err == nil {
		err = prog.pinPath(nil)
	}
	if err != nil {
		prog.release()
		return nil, nil, err
	}
	prog.read = append(prog.read, f)
	p = newPlan(prog, Spec{Limits: sim.Limits{CPU: compileCPU, Memory: traceBudget.Memory}, Sandbox: Require})
	p.Role = launch.Valgrind
	// It reads where its own parts lie in memory, and the libraries of the player.
	p.System = append(append(p.System, libraries...), "/etc/ld.so.cache", "/proc/self/maps")
	p.env = []string{"VALGRIND_LAUNCHER=" + launcher}
	return p, prog.release, nil
}
