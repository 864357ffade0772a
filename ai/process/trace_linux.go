package process

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"

	"game-tui/sim"
)

// traceBudget is large because Valgrind needs several bytes for each byte that the player uses.
var traceBudget = sandbox.Budget{Processes: 1, Memory: 4 << 30, Threads: sandbox.MaxThreads, Wall: time.Minute, CPU: 20 * time.Second}

// Trace replays the states of a match to a program under Valgrind and returns Valgrind's messages.
// It returns an error if Valgrind is missing, or if the program fails or exceeds the budget.
func Trace(ctx context.Context, file string, info sim.StartInfo, states []sim.State) (output []string, err error) {
	launcher, err := resolve.LookRealPath("valgrind")
	if err != nil {
		return nil, errors.New("valgrind is not installed")
	}
	tools, err := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(launcher)), "lib*", "valgrind", "memcheck-"+runtime.GOARCH+"-linux"))
	if err != nil || len(tools) == 0 {
		return nil, errors.New("valgrind is installed without its memcheck tool")
	}
	plan, release, err := sandbox.ValgrindPlan(launcher, tools[0], file, traceBudget)
	if err != nil {
		return nil, err
	}
	defer release()
	input := appendInitMessage(nil, info)
	for _, state := range states {
		input = appendMessage(input, stateHeader(state.Round()), state.AppendText(nil))
	}
	log := &Log{keepPrefix: "=="} // Valgrind starts its lines with "==".
	err = plan.Run(ctx, sandbox.RunOptions{Budget: traceBudget, Input: input, Stderr: log})
	if signal, ok := errors.AsType[sandbox.SignalError](err); ok && (signal == "SIGKILL" || signal == "SIGXCPU") {
		err = fmt.Errorf("valgrind took more than %s of processor time", traceBudget.CPU)
	}
	log.LastLine()
	output, _ = log.Take()
	return output, err
}
