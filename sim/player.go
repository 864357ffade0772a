package sim

import (
	"context"
	"fmt"
	"time"
)

// A Query asks a player for orders. Players must not modify State.
type Query struct {
	Seat     int
	State    State
	Settings Settings
	Rand     *Rand
}

// A Player decides the orders of a seat. Its methods are not called concurrently. Programs must
// respect their limits and ctx.
type Player interface {
	// Play returns the orders for a state. The next call may reuse the slices in the Reply.
	Play(ctx context.Context, q *Query) Reply
}

type Reply struct {
	Orders  []Order
	Calls   int           // order calls; more than MaxOrders put the player out
	CPU     time.Duration // processor time, or 0 if not measured
	Stderr  []string      // sanitised lines of standard error
	Marks   []Mark
	Failure *Failure // failure that puts the player out from this round on
}

func NewReply(o *Orders) Reply { return Reply{Orders: o.List(), Calls: o.Calls()} }

// A Mark is a word that a player attaches to a cell or unit for debugging.
type Mark struct {
	Unit int32 // marked unit, or -1 for the cell At
	At   Pos
	Text string
}

type FailureReason string

const (
	FailedOrders FailureReason = "too many orders"
	FailedCrash  FailureReason = "crash"
	FailedExit   FailureReason = "exit"
	FailedCPU    FailureReason = "cpu"
	FailedWall   FailureReason = "wall"
	FailedMemory FailureReason = "memory"
	FailedReply  FailureReason = "bad reply"
	FailedError  FailureReason = "error"
)

// FailedMachine means that this machine could not start the player. The match does not count.
const FailedMachine FailureReason = "machine"

// FailureReasons lists the failures that are the player's own fault.
var FailureReasons = []FailureReason{FailedOrders, FailedCrash, FailedExit, FailedCPU, FailedWall, FailedMemory, FailedReply, FailedError}

// A Failure describes when and why a player went out.
type Failure struct {
	Round  int           `json:"round"`
	Reason FailureReason `json:"reason"`
	Detail string        `json:"detail,omitempty"` // one line of details, such as a signal or exit code
}

// Text describes the failure, such as "crash in round 12 (SIGABRT: boom)".
func (f *Failure) Text() string {
	text := fmt.Sprintf("%s in round %d", f.Reason, f.Round)
	if f.Detail != "" {
		text += " (" + f.Detail + ")"
	}
	return text
}

type Report struct {
	CPU      time.Duration
	TotalCPU time.Duration // processor time since the start of the match
	Stderr   []string
	Marks    []Mark
	Failure  *Failure // failure of the player in this or an earlier round
}

type StartInfo struct {
	Game     Game
	Settings Settings
	Seat     int
	Seed     int32
	Name     string
}

type Starter interface {
	Player
	// Start starts the player and returns its name for the recording. A player that fails to start
	// is out in round 0.
	Start(ctx context.Context, info StartInfo) (name string, failure *Failure)
	Close()
}

type idleKey struct{}

// WithIdleFunc returns a context for Start and Play that carries report. Programs call report(true)
// once they neither answer nor compute, and report(false) when they are busy again or about to
// return. Report must not block and must be safe for concurrent use.
func WithIdleFunc(ctx context.Context, report func(idle bool)) context.Context {
	return context.WithValue(ctx, idleKey{}, report)
}

func IdleFunc(ctx context.Context) (report func(idle bool)) {
	report, _ = ctx.Value(idleKey{}).(func(bool))
	return report
}

// A HistoryPlayer is a player that uses earlier states. When a match continues from the middle, the
// player is first asked for the orders of the last HistoryRounds rounds, which are discarded.
type HistoryPlayer interface {
	Player
	HistoryRounds() int
}

type Builtin struct {
	Name        string // at most MaxNameLen bytes long
	Description string
	New         func() Player
	Tactics     string
}

// NewPlayer returns a pointer to a zero T. It can serve as Builtin.New.
func NewPlayer[T any, P interface {
	*T
	Player
}]() Player {
	return P(new(T))
}

type Null struct{}

func (*Null) Play(context.Context, *Query) Reply { return Reply{} }

// Limits restrict a player that is a program.
type Limits struct {
	CPU       time.Duration `json:"cpu_ns,omitempty"`
	Wall      time.Duration `json:"wall_ns,omitempty"`
	MatchWall time.Duration `json:"match_wall_ns,omitempty"` // total time for all answers in a match
	Memory    int64         `json:"memory,omitempty"`        // writable memory in bytes
	Unlimited bool          `json:"off,omitempty"`

	// The limits below apply to players built with a kit. If they are 0, only the sandbox limits
	// apply.
	AddressSpace int64 `json:"address_space,omitempty"` // bytes of address space
	Stack        int64 `json:"stack,omitempty"`
	OpenFiles    int   `json:"open_files,omitempty"` // open files, including three pipes
	Processes    int   `json:"processes,omitempty"`
	FileSize     int64 `json:"file_size,omitempty"`
}

// JudgeLimits holds the limits of the course's judge, except for MatchWall, which is our own.
var JudgeLimits = Limits{CPU: 3 * time.Second, Wall: 6 * time.Second, MatchWall: 75 * time.Second, Memory: 64 << 20,
	AddressSpace: 64 << 20, Stack: 64 << 20, OpenFiles: 8, Processes: 1, FileSize: 32 << 20}

// DefaultLimits combines the judge's time limits with enough memory for any language.
var DefaultLimits = Limits{CPU: JudgeLimits.CPU, Wall: JudgeLimits.Wall, MatchWall: JudgeLimits.MatchWall, Memory: 512 << 20}

const (
	MaxPlayerFiles    = 1000
	MaxCommandWordLen = 4096 // maximum length of a command word, in bytes
)

var ErrTooManyFiles = fmt.Errorf("it has more than %d files and folders: keep only what it needs to play", MaxPlayerFiles)
