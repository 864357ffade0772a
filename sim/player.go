package sim

import (
	"context"
	"fmt"
	"time"
)

// A Query asks a player for its orders. Players must not modify State, which is shared.
type Query struct {
	Seat     int // 0 to 3
	State    State
	Settings Settings
	Rand     *Rand // the seat's own generator, independent of the board's
}

// A Player decides the orders of one seat. It lives for one match and is called by one goroutine,
// once a round. Built-in players are trusted to return; programs obey their limits and ctx.
type Player interface {
	// Play returns the orders for a state. The next call may reuse the slices of the Reply.
	Play(ctx context.Context, q *Query) Reply
}

// A Reply is a player's answer, with its cost and output.
type Reply struct {
	Orders  []Order
	Calls   int           // number of order calls; above MaxOrders the player is out
	CPU     time.Duration // processor time of this answer, or 0 if not measured
	Stderr  []string      // lines of standard error, cleaned and bounded
	Marks   []Mark
	Failure *Failure // if not nil, the player is out from this round on
}

// NewReply returns the reply of a built-in player.
func NewReply(o *Orders) Reply { return Reply{Orders: o.List(), Calls: o.Calls()} }

// A Mark is a word that a player puts on a cell or unit for debugging.
type Mark struct {
	Unit int32 // unit that carries it, or -1 for the cell At
	At   Pos
	Text string
}

// A Reason is why a player is out.
type Reason string

const (
	FailedOrders Reason = "too many orders"
	FailedCrash  Reason = "crash"
	FailedExit   Reason = "exit"
	FailedCPU    Reason = "cpu"
	FailedWall   Reason = "wall"
	FailedMemory Reason = "memory"
	FailedReply  Reason = "bad reply"
	FailedError  Reason = "error" // reported by the player itself
)

// FailedMachine means that this machine could not start the player. The player is not to blame, and
// the match does not count.
const FailedMachine Reason = "machine"

// Reasons lists all reasons that a player is to blame for.
var Reasons = []Reason{FailedOrders, FailedCrash, FailedExit, FailedCPU, FailedWall, FailedMemory, FailedReply, FailedError}

// Failure describes when and why a player went out. Its units stay without orders.
type Failure struct {
	Round  int    `json:"round"`
	Reason Reason `json:"reason"`
	Detail string `json:"detail,omitempty"` // one line, such as a signal or exit code
}

// Text describes it for people: "crash in round 12 (SIGABRT: boom)".
func (o *Failure) Text() string {
	text := fmt.Sprintf("%s in round %d", o.Reason, o.Round)
	if o.Detail != "" {
		text += " (" + o.Detail + ")"
	}
	return text
}

// A Report holds what is known about a seat in one round.
type Report struct {
	CPU     time.Duration // in this round
	Total   time.Duration // since the start of the match
	Stderr  []string
	Marks   []Mark
	Failure *Failure // set from the round in which the player went out
}

// StartInfo is passed to Starter.Start.
type StartInfo struct {
	Game     Game
	Settings Settings
	Seat     int
	Seed     int32 // seed of the seat's own generator
	Name     string
}

// A Starter is a Player that must be started, such as a program. Start returns its name for the
// .res. A player that fails to start is out in round 0, unless the reason is FailedMachine.
type Starter interface {
	Player
	Start(ctx context.Context, in StartInfo) (name string, out *Failure)
	// Close ends the player after the match. It is called once.
	Close()
}

type idleKey struct{}

// WithIdleFunc returns a context for Start and Play. A program calls report(true) when it neither
// answers nor uses processor time, and report(false) when it is busy again and before it returns.
// report must not block and may be called by any goroutine.
func WithIdleFunc(ctx context.Context, report func(idle bool)) context.Context {
	return context.WithValue(ctx, idleKey{}, report)
}

// IdleFunc returns the function added by WithIdleFunc, or nil.
func IdleFunc(ctx context.Context) (report func(idle bool)) {
	report, _ = ctx.Value(idleKey{}).(func(bool))
	return report
}

// A HistoryPlayer is a Player that uses earlier rounds. To play from the middle of a match, it is
// first shown the last Remembers states.
type HistoryPlayer interface {
	Player
	// HistoryRounds returns the number of earlier rounds used, at least 1.
	HistoryRounds() int
}

// A Builtin is a built-in player.
type Builtin struct {
	Name    string // at most MaxNameLen bytes
	About   string // one sentence
	New     func() Player
	Tactics string // a paragraph on how it plays and how to beat it, or ""
}

// NewPlayer returns a player of a type whose zero value is ready, for Builtin.New.
func NewPlayer[T any, P interface {
	*T
	Player
}]() Player {
	return P(new(T))
}

// Null is a player that gives no orders.
type Null struct{}

// Play returns no orders.
func (*Null) Play(context.Context, *Query) Reply { return Reply{} }

// Limits bound a player that is a program. Their JSON names appear in results.
type Limits struct {
	CPU       time.Duration `json:"cpu_ns,omitempty"`        // processor time per match
	Wall      time.Duration `json:"wall_ns,omitempty"`       // time per answer
	MatchWall time.Duration `json:"match_wall_ns,omitempty"` // time for all answers of a match, without the start
	Memory    int64         `json:"memory,omitempty"`        // bytes of writable memory, including the stack
	Unlimited bool          `json:"off,omitempty"`           // no limits, for debugging

	// Further limits of the judge; 0 means only those of the sandbox.
	AddressSpace int64 `json:"address_space,omitempty"` // bytes mapped, for players of a kit
	Stack        int64 `json:"stack,omitempty"`         // bytes
	OpenFiles    int   `json:"open_files,omitempty"`    // including the three pipes, for players of a kit
	Processes    int   `json:"processes,omitempty"`     // including threads, for players of a kit
	FileSize     int64 `json:"file_size,omitempty"`     // bytes per written file
}

// JudgeLimits are the limits of the course's judge, according to its published toolkit. MatchWall
// is our own.
var JudgeLimits = Limits{CPU: 3 * time.Second, Wall: 6 * time.Second, MatchWall: 75 * time.Second, Memory: 64 << 20,
	AddressSpace: 64 << 20, Stack: 64 << 20, OpenFiles: 8, Processes: 1, FileSize: 32 << 20}

// DefaultLimits are the limits of all commands: the judge's times, and enough memory for any
// language.
var DefaultLimits = Limits{CPU: JudgeLimits.CPU, Wall: JudgeLimits.Wall, MatchWall: JudgeLimits.MatchWall, Memory: 512 << 20}

// Bounds of a player that is a program.
const (
	MaxPlayerFiles = 1000 // files and folders
	MaxCommandWord = 4096 // bytes per word of its command
)

// ErrTooManyFiles means that a player has more than MaxPlayerFiles files.
var ErrTooManyFiles = fmt.Errorf("it has more than %d files and folders: leave in its folder what it needs to play", MaxPlayerFiles)
