package sim

import (
	"context"
	"fmt"
	"time"
)

// Query is what a player is asked in a round. State is the memory that all
// seats and readers share: players never write to it.
type Query struct {
	Seat     int // 0 … 3
	State    State
	Settings Settings
	Rand     *Rand // the seat's own generator; its draws never touch the board's
}

// Player decides one seat's orders. It lives for one match and is called by
// one goroutine, once a round. Players that are Go code in this process are trusted not
// to hang; Play of an outside player obeys its limits and ctx.
type Player interface {
	// Play answers the state at the start of a round. Slices in the Reply may be
	// reused by the next Play; the match copies what it keeps.
	Play(ctx context.Context, q *Query) Reply
}

// Reply is a player's answer, and what it cost and said.
type Reply struct {
	Orders []Order
	Calls  int           // order calls made, refused duplicates included; above MaxOrders the player is out
	CPU    time.Duration // processor time of this answer; 0 where it is not measured
	Said   []string      // lines on standard error in this round, control bytes stripped, bounded
	Marks  []Mark
	Out    *Out // non-nil: the player is out from this round on
}

// ReplyOf makes the reply of a player that collected orders in this process.
func ReplyOf(o *Orders) Reply { return Reply{Orders: o.List(), Calls: o.Calls()} }

// Mark is a word that a player puts on a cell or a unit, to see its thoughts on
// the board of the round.
type Mark struct {
	Unit int32 // ≥ 0: the unit that carries it; -1: the cell At
	At   Pos
	Text string
}

// Reason is why a player is out, from a fixed list.
type Reason string

// The reasons for being out.
const (
	OutOrders Reason = "too many orders"
	OutCrash  Reason = "crash"
	OutExit   Reason = "exit"
	OutCPU    Reason = "cpu"
	OutWall   Reason = "wall"
	OutMemory Reason = "memory"
	OutReply  Reason = "bad reply"
	OutError  Reason = "error" // it reports one itself
)

// OutMachine says that a player did not start because this machine held it up: the player is
// not to blame, and a match with it is no match.
const OutMachine Reason = "machine"

// Reasons are all for which a player is to blame.
var Reasons = []Reason{OutOrders, OutCrash, OutExit, OutCPU, OutWall, OutMemory, OutReply, OutError}

// Out is when and why a player went out. It gives no orders from that round on, its
// units stay, its status is -1.
type Out struct {
	Round  int    `json:"round"`
	Reason Reason `json:"reason"`
	Detail string `json:"detail,omitempty"` // one line: signal, exit code, last words
}

// Text says why and when, in the same words everywhere: "crash in round 12 (SIGABRT: boom)".
func (o *Out) Text() string {
	text := fmt.Sprintf("%s in round %d", o.Reason, o.Round)
	if o.Detail != "" {
		text += " (" + o.Detail + ")"
	}
	return text
}

// Report is what is known of a seat in one round of a match.
type Report struct {
	CPU   time.Duration // of this round
	Total time.Duration // since the start of the match
	Said  []string
	Marks []Mark
	Out   *Out // set from the round in which the player went out
}

// Init is what a player that has a Start gets before round 0.
type Init struct {
	Game     Game
	Settings Settings
	Seat     int
	Seed     int32 // of the seat's own generator; no player gets that of the match
	Name     string
}

// Starter is a Player that must be started, such as a program. Start returns
// the name that the .res shows. A player that fails to start is out in round 0
// under the name in Init, unless that is OutMachine.
type Starter interface {
	Player
	Start(ctx context.Context, in Init) (name string, out *Out)
	// Close ends the player and frees what it holds. Called once, after the match.
	Close()
}

// idleKey is the key of the function that WithIdleFunc adds to a context.
type idleKey struct{}

// WithIdleFunc returns a context for calls of Start and Play. The player calls report(true) when it becomes idle, and
// report(false) when it is busy again. A player is idle while it has not answered and uses no processor time,
// such as a program that sleeps. It reports busy before it returns. report must not
// block, and any goroutine may call it.
func WithIdleFunc(ctx context.Context, report func(idle bool)) context.Context {
	return context.WithValue(ctx, idleKey{}, report)
}

// IdleFunc returns the function that WithIdleFunc added to the context, or nil.
func IdleFunc(ctx context.Context) (report func(idle bool)) {
	report, _ = ctx.Value(idleKey{}).(func(bool))
	return report
}

// Rememberer is a Player that plays by what it saw in earlier rounds. One that is to
// play from the middle of a match is shown as many states before, and plays then as if it
// had played from the start, or nearly so.
type Rememberer interface {
	Player
	// Remembers is the number of rounds that it looks back on, ≥ 1.
	Remembers() int
}

// Builtin is a player of this program.
type Builtin struct {
	Name    string // at most MaxName bytes, matched exactly
	About   string // one sentence
	New     func() Player
	Tactics string // how it plays, and how it can be beaten: a paragraph; empty: nobody has written it
}

// New makes a player of a type whose zero value is ready: Builtin.New.
func New[T any, P interface {
	*T
	Player
}]() Player {
	return P(new(T))
}

// Null gives no orders, in any game.
type Null struct{}

// Play answers with nothing.
func (*Null) Play(context.Context, *Query) Reply { return Reply{} }

// Limits are the budgets of a player that is a program. Go code in this process
// has none. The names in JSON are those of the results of a match.
type Limits struct {
	CPU       time.Duration `json:"cpu_ns,omitempty"`        // processor time of a whole match
	Wall      time.Duration `json:"wall_ns,omitempty"`       // time until an answer is in
	MatchWall time.Duration `json:"match_wall_ns,omitempty"` // time until all answers of a match are in, the start apart
	Memory    int64         `json:"memory,omitempty"`        // bytes of writable memory, the stack included
	Off       bool          `json:"off,omitempty"`           // nothing holds of all this: for sitting in a debugger

	// What the judge limits, too. 0: no more than what holds everything in.
	AddressSpace int64 `json:"address_space,omitempty"` // bytes that a player of a kit maps
	Stack        int64 `json:"stack,omitempty"`         // bytes
	OpenFiles    int   `json:"open_files,omitempty"`    // at a time of a player of a kit, the three pipes included
	Processes    int   `json:"processes,omitempty"`     // and threads, of a player of a kit
	FileSize     int64 `json:"file_size,omitempty"`     // bytes that may be written, where anything may be
}

// JudgeLimits are those of the course's judge, by the runner that its toolkit publishes. For all answers of a
// match it has no limit of its own.
var JudgeLimits = Limits{CPU: 3 * time.Second, Wall: 6 * time.Second, MatchWall: 75 * time.Second, Memory: 64 << 20,
	AddressSpace: 64 << 20, Stack: 64 << 20, OpenFiles: 8, Processes: 1, FileSize: 32 << 20}

// DefaultLimits are the limits of all commands unless others are typed: the time of the judge, and memory that is enough
// for players in any language.
var DefaultLimits = Limits{CPU: JudgeLimits.CPU, Wall: JudgeLimits.Wall, MatchWall: JudgeLimits.MatchWall, Memory: 512 << 20}

// What a player that is a program may consist of.
const (
	MaxFiles = 1000 // files and folders
	MaxWord  = 4096 // bytes of a word of its command: no path of a file has more
)

// ErrManyFiles says that a player has more files than it may.
var ErrManyFiles = fmt.Errorf("it has more than %d files and folders: leave in its folder what it needs to play", MaxFiles)
