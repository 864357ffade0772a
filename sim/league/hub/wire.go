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

const protocolVersion = 3

// Message verbs, with the types of their requests and replies.
const (
	subjectPrefix = "game-tui"
	anyPlan       = "any" // stands for the plan in subjects of workers that do not know it yet

	verbJoin   = "join"    // hello → welcome
	verbFile   = "file"    // fileRequest → bytes
	verbReady  = "ready"   // readyMessage → replyStatus
	verbTask   = "task"    // taskRequest → taskReply
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
	Protocol      int    `json:"protocol"`
	EngineVersion string `json:"engine"`
	Cores         int    `json:"cores"`
	System        string `json:"system"`
	Sandbox       string `json:"sandbox"`
}

// replyStatus is part of every JSON reply.
type replyStatus struct {
	RefusalReason string `json:"refused,omitempty"` // reason for a permanent refusal
	FullReason    string `json:"full,omitempty"`    // reason for a temporary refusal; the worker retries
	Rejoin        bool   `json:"again,omitempty"`   // the session is unknown, and the worker must join again
}

type reply interface{ status() replyStatus }

func (a replyStatus) status() replyStatus { return a }

type welcome struct {
	replyStatus
	Session        string `json:"session"`
	PlanID         string `json:"id"`
	PlanHash       string `json:"plan"`
	PlanSize       int64  `json:"size"`
	BrokenEntries  []int  `json:"broken,omitempty"`
	TournamentOver bool   `json:"over,omitempty"` // the tournament is over, so no session was started
}

type fileRequest struct {
	SHA256 string `json:"sha256"`
	Offset int64  `json:"offset"`
}

type readyMessage struct {
	Unplayable []UnplayableEntry `json:"cannot,omitempty"`
}

// An UnplayableEntry is an entry that a worker cannot play.
type UnplayableEntry struct {
	Entry  int    `json:"entry"`
	Reason string `json:"why"`
}

func unplayableLines(p *league.Plan, list []UnplayableEntry) (lines []string) {
	names := map[string][]string{}
	for _, c := range list {
		if c.Entry >= 0 && c.Entry < len(p.Players) {
			reason := sanitize.Truncate(c.Reason, maxReason)
			names[reason] = append(names[reason], p.Players[c.Entry].Name)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(names)) {
		if len(lines) == maxListed {
			return append(lines, fmt.Sprintf("cannot run more players, for %d other reasons", len(names)-maxListed))
		}
		lines = append(lines, fmt.Sprintf("cannot run %s: %s", sanitize.JoinNames(names[reason], maxListed), reason))
	}
	return lines
}

type taskRequest struct {
	Count int `json:"n"`
}

// taskReply holds leased tasks. If seeds come from a key, which stays with the coordinator, PlayerSeeds
// holds the players' seeds for each task.
type taskReply struct {
	replyStatus
	Tasks          []int               `json:"tasks,omitempty"`
	PlayerSeeds    [][]sim.PlayerSeeds `json:"players,omitempty"`
	Pairings       []*playoff.Pairing  `json:"matches,omitempty"` // for play-offs and finals only
	TournamentOver bool                `json:"over,omitempty"`
}

type receipt struct {
	replyStatus
	Late bool `json:"late,omitempty"` // the session does not hold the task's lease, so the result does not count
}

type workerStatus struct {
	GaveUpTasks []int `json:"missed,omitempty"` // tasks that the worker's machine was too busy to play
}

// subject returns PREFIX.PLAN.TOKEN.SESSION.VERB. For a join, the worker's own name replaces the
// session.
func subject(planID, token, sessionID, verb string) string {
	return strings.Join([]string{subjectPrefix, planID, token, sessionID, verb}, ".")
}

func overSubject(planID string) string { return subjectPrefix + "." + planID + "." + verbOver }

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
	return m.Reply == "" || strings.HasPrefix(m.Reply, InboxPrefix(name)+".")
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

var errNotJoined = errors.New("join first")
