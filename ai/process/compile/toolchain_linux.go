package compile

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"game-tui/ai/process"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
)

func execute(ctx context.Context, budget sandbox.Budget, dir *os.Root, argv []string, log *process.Log) error {
	prog, run, err := findTool(argv)
	if err != nil {
		return err
	}
	defer prog.Release()
	plan, err := sandbox.CompilerPlan(prog, budget, dir.Name(), run, compilerEnv(dir.Name(), prog.Folder, budget))
	if err != nil {
		return err
	}
	return plan.Run(ctx, sandbox.RunOptions{Budget: budget, Dir: dir, Stderr: log})
}

func findTool(argv []string) (prog *resolve.Program, executable []string, err error) {
	path, err := resolve.LookRealPath(argv[0])
	if err != nil {
		return nil, nil, err
	}
	prog = &resolve.Program{Path: path, Argv: append([]string{path}, argv[1:]...)}
	above := filepath.Dir(filepath.Dir(path))
	if argv[0] == "go" {
		prog.Folder = above
		executable = []string{above}
	} else {
		for _, name := range []string{"as", "ld"} {
			tool, err := resolve.LookRealPath(name)
			if err != nil {
				return nil, nil, err
			}
			executable = append(executable, tool)
		}
		for _, name := range []string{"lib/gcc", "lib64/gcc", "libexec/gcc"} {
			executable = append(executable, filepath.Join(above, name))
		}
	}
	return prog, executable, prog.PinPath()
}

func compilerEnv(dir, goRoot string, budget sandbox.Budget) []string {
	buildDir := dir + "/" + internalDir
	// The go command starts one compiler per core, each with one thread per core.
	cores := min(runtime.NumCPU(), budget.Processes/8+1)
	return []string{"LC_ALL=C", "PATH=" + os.Getenv("PATH"), "TMPDIR=" + buildDir, "HOME=" + dir, "GOROOT=" + goRoot,
		"GOCACHE=" + dir + "/" + goCache, "GOPATH=" + buildDir + "/path", "XDG_CONFIG_HOME=" + buildDir, "GOENV=off", "GOWORK=off", "GOPROXY=off",
		"GOTOOLCHAIN=local", "GOTELEMETRY=off", "CGO_ENABLED=0", fmt.Sprint("GOMAXPROCS=", cores)}
}
