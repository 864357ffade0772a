package hub

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"

	"game-tui/sim"
	"game-tui/sim/decode"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/sanitize"
)

const protocol = 3

// Message verbs, with the types of their requests and replies.
const (
	prefix  = "game-tui"
	anyPlan = "any" // stands for the plan in subjects of workers that do not know it yet

	verbJoin   = "join"    // hello → welcome
	verbFile   = "file"    // filePart → bytes
	verbReady  = "ready"   // ready → answer
	verbTask   = "task"    // taskRequest → tasks
	verbStatus = "playing" // workerStatus, without a reply
	verbResult = "result"  // league.Result → receipt
	verbOver   = "over"    // broadcast to all workers of a plan
)

const (
	maxRequest = 96 << 10
	maxAnswer  = 512 << 10
	maxPart    = 256 << 10
	maxTasks   = 1024
	maxReason  = 200
)

type hello struct {
	Protocol int    `json:"protocol"`
	Engine   string `json:"engine"`
	Cores    int    `json:"cores"`
	System   string `json:"system"`
	Sandbox  string `json:"sandbox"`
}

// answer is part of every JSON reply.
type answer struct {
	Refused string `json:"refused,omitempty"` // reason for a permanent refusal
	Full    string `json:"full,omitempty"`    // reason for a temporary refusal; the worker retries
	Rejoin  bool   `json:"again,omitempty"`   // the session is unknown, and the worker must join again
}

type reply interface{ status() answer }

func (a answer) status() answer { return a }

type welcome struct {
	answer
	Session string `json:"session"`
	ID      string `json:"id"`
	Plan    string `json:"plan"`
	Size    int64  `json:"size"`
	Broken  []int  `json:"broken,omitempty"`
	Over    bool   `json:"over,omitempty"` // the tournament is over, so no session was started
}

type filePart struct {
	SHA256 string `json:"sha256"`
	Offset int64  `json:"offset"`
}

type readyMessage struct {
	Unplayable []Unplayable `json:"cannot,omitempty"`
}

// An Unplayable is an entry that a worker cannot play.
type Unplayable struct {
	Entry  int    `json:"entry"`
	Reason string `json:"why"`
}

func unplayableLines(p *league.Plan, list []Unplayable) (lines []string) {
	names := map[string][]string{}
	for _, c := range list {
		if c.Entry >= 0 && c.Entry < len(p.Players) {
			reason := sanitize.Truncate(c.Reason, maxReason)
			names[reason] = append(names[reason], p.Players[c.Entry].Name)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(names)) {
		if len(lines) == maxListed {
			return append(lines, fmt.Sprintf("cannot play other players for %d more reasons", len(names)-maxListed))
		}
		lines = append(lines, fmt.Sprintf("cannot play %s: %s", sanitize.JoinNames(names[reason], maxListed), reason))
	}
	return lines
}

type taskRequest struct {
	N int `json:"n"`
}

// tasks holds leased tasks. If seeds come from a key, which stays with the coordinator, Players
// holds the players' seeds for each task.
type tasks struct {
	answer
	Tasks   []int               `json:"tasks,omitempty"`
	Players [][]sim.PlayerSeeds `json:"players,omitempty"`
	Matches []*playoff.Pairing  `json:"matches,omitempty"` // for play-offs and finals only
	Over    bool                `json:"over,omitempty"`
}

type receipt struct {
	answer
	Late bool `json:"late,omitempty"` // the session does not hold the task's lease, so the result does not count
}

type workerStatus struct {
	GaveUp []int `json:"missed,omitempty"` // tasks that the worker's machine was too busy to play
}

// subject returns PREFIX.PLAN.TOKEN.SESSION.VERB. For a join, the worker's own name replaces the
// session.
func subject(plan, name, one, verb string) string {
	return strings.Join([]string{prefix, plan, name, one, verb}, ".")
}

func overSubject(plan string) string { return prefix + "." + plan + "." + verbOver }

// sender returns TOKEN/SESSION, or TOKEN/WORKER for a join, or "" if the message is not from a
// worker.
func sender(m *nats.Msg) string {
	w := strings.Split(m.Subject, ".")
	if len(w) != 5 || !sanitize.IsToken(w[2]) || !sanitize.IsToken(w[3]) || !MayReply(m, w[2]) {
		return ""
	}
	return w[2] + "/" + w[3]
}

// MayReply reports whether the reply to m, if any, goes to the named client's own inbox. It guards
// the coordinator, which, unlike clients, may publish anywhere.
func MayReply(m *nats.Msg, name string) bool {
	return m.Reply == "" || strings.HasPrefix(m.Reply, Inbox(name)+".")
}

func encode(v any) []byte {
	data, _ := json.Marshal(v)
	return data
}

func decodePlan(text []byte) (*league.Plan, error) {
	p, err := decode.StrictJSON[league.Plan](text, league.MaxPlan)
	if err != nil {
		return nil, err
	}
	return &p, p.Check()
}

const errorHeader = "Error"

var errJoin = errors.New("join first")
