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
	Orders []Order
	Calls  int           // number of order calls; above MaxOrders the player is out
	CPU    time.Duration // processor time of this answer, or 0 if not measured
	Said   []string      // lines of standard error, cleaned and bounded
	Marks  []Mark
	Out    *Out // if not nil, the player is out from this round on
}

// ReplyOf returns the reply of a built-in player.
func ReplyOf(o *Orders) Reply { return Reply{Orders: o.List(), Calls: o.Calls()} }

// A Mark is a word that a player puts on a cell or unit for debugging.
type Mark struct {
	Unit int32 // unit that carries it, or -1 for the cell At
	At   Pos
	Text string
}

// A Reason is why a player is out.
type Reason string

const (
	OutOrders Reason = "too many orders"
	OutCrash  Reason = "crash"
	OutExit   Reason = "exit"
	OutCPU    Reason = "cpu"
	OutWall   Reason = "wall"
	OutMemory Reason = "memory"
	OutReply  Reason = "bad reply"
	OutError  Reason = "error" // reported by the player itself
)

// OutMachine means that this machine could not start the player. The player is not to blame, and
// the match does not count.
const OutMachine Reason = "machine"

// Reasons lists all reasons that a player is to blame for.
var Reasons = []Reason{OutOrders, OutCrash, OutExit, OutCPU, OutWall, OutMemory, OutReply, OutError}

// Out describes when and why a player went out. Its units stay without orders.
type Out struct {
	Round  int    `json:"round"`
	Reason Reason `json:"reason"`
	Detail string `json:"detail,omitempty"` // one line, such as a signal or exit code
}

// Text describes it for people: "crash in round 12 (SIGABRT: boom)".
func (o *Out) Text() string {
	text := fmt.Sprintf("%s in round %d", o.Reason, o.Round)
	if o.Detail != "" {
		text += " (" + o.Detail + ")"
	}
	return text
}

// A Report holds what is known about a seat in one round.
type Report struct {
	CPU   time.Duration // in this round
	Total time.Duration // since the start of the match
	Said  []string
	Marks []Mark
	Out   *Out // set from the round in which the player went out
}

// Init is passed to Starter.Start.
type Init struct {
	Game     Game
	Settings Settings
	Seat     int
	Seed     int32 // seed of the seat's own generator
	Name     string
}

// A Starter is a Player that must be started, such as a program. Start returns its name for the
// .res. A player that fails to start is out in round 0, unless the reason is OutMachine.
type Starter interface {
	Player
	Start(ctx context.Context, in Init) (name string, out *Out)
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

// A Rememberer is a Player that uses earlier rounds. To play from the middle of a match, it is
// first shown the last Remembers states.
type Rememberer interface {
	Player
	// Remembers returns the number of earlier rounds used, at least 1.
	Remembers() int
}

// A Builtin is a built-in player.
type Builtin struct {
	Name    string // at most MaxName bytes
	About   string // one sentence
	New     func() Player
	Tactics string // a paragraph on how it plays and how to beat it, or ""
}

// New returns a player of a type whose zero value is ready, for Builtin.New.
func New[T any, P interface {
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
	Off       bool          `json:"off,omitempty"`           // no limits, for debugging

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
	MaxFiles = 1000 // files and folders
	MaxWord  = 4096 // bytes per word of its command
)

// ErrManyFiles means that a player has more than MaxFiles files.
var ErrManyFiles = fmt.Errorf("it has more than %d files and folders: leave in its folder what it needs to play", MaxFiles)
