package sshd

import (
	"context"
	"time"

	"github.com/charmbracelet/colorprofile"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/lazy"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/sshd/admission"
	"game-tui/tui/terminal"
)

// A request holds what a client requested on its channel. Once the session has started, only the
// window size changes.
type request struct {
	link       *admission.Link
	conn       gossh.Conn
	env        environ
	hasPTY     bool
	cmd        command
	commandErr error
	resize     chan [2]int     // newest window size; capacity 1
	ctx        context.Context // cancelled when the channel or the server closes
	startTime  time.Time       // start of the session; zero if it was refused
}

func (r *request) setSize(size [2]int) {
	select {
	case <-r.resize:
	default:
	}
	r.resize <- size
}

func (r *request) setCommand(req *gossh.Request) {
	r.cmd.Address = location.MatchAddress("")
	if req.Type == "shell" {
		return
	}
	var p struct{ Command string }
	if r.commandErr = gossh.Unmarshal(req.Payload, &p); r.commandErr == nil {
		r.cmd, r.commandErr = parseCommand(p.Command)
	}
}

func (r *request) setPty(limits *Limits, payload []byte) bool {
	var p struct {
		Term string
		Rest []byte `ssh:"rest"`
	}
	if r.hasPTY || gossh.Unmarshal(payload, &p) != nil || !r.setWindow(limits, p.Rest) {
		return false
	}
	r.hasPTY = true
	r.env["TERM"] = ""
	r.env.set("TERM", p.Term)
	return true
}

func (r *request) setWindow(limits *Limits, payload []byte) bool {
	var p struct {
		Cols, Rows uint32
		Rest       []byte `ssh:"rest"` // size in pixels and terminal modes, which are ignored
	}
	if gossh.Unmarshal(payload, &p) != nil {
		return false
	}
	r.setSize(limits.clampWindow(p.Cols, p.Rows))
	return true
}

const maxEnvLen = 64

type environ map[string]string

func (e environ) set(name, value string) bool {
	if len(value) > maxEnvLen || !envValuePattern().MatchString(value) {
		return false
	}
	switch name {
	case "TERM", "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "REDUCE_MOTION":
		e[name] = value
		return true
	}
	return false
}

var envValuePattern = lazy.Regexp(`^[-+._@0-9A-Za-z]*$`)

// profile returns the colour profile of the client's terminal: 16 colours for unknown terminals,
// none for dumb ones or if NO_COLOR is set.
func (e environ) profile() theme.Profile {
	if e["NO_COLOR"] != "" && e["NO_COLOR"] != "0" {
		return theme.NoColor
	}
	env := []string{"TERM=" + e["TERM"]}
	if e["COLORTERM"] != "" {
		env = append(env, "COLORTERM="+e["COLORTERM"])
	}
	return theme.ProfileOf(colorprofile.Env(env))
}

// highlightsChanges reports whether to highlight changes. Without --motion, both the
// server's default and the client's environment must allow it.
func (r *request) highlightsChanges(serverDefault bool) bool {
	setting := r.cmd.motion
	if setting == "" && !serverDefault {
		setting = "off"
	}
	on, _ := terminal.ParseMotion(setting, r.env.get)
	return on
}

func (e environ) get(name string) string { return e[name] }

type sessionEnd struct {
	exitStatus int
	text       string
}

var (
	endQuit         = &sessionEnd{0, "Thank you for watching."}
	endDisconnected = &sessionEnd{0, ""}
	endClosing      = &sessionEnd{0, "The server is shutting down. Thank you for watching."}
	endTooLong      = &sessionEnd{0, "Session time limit reached. Please reconnect to keep watching."}
	endFull         = &sessionEnd{1, "All places are taken. Please try again later."}
	endPanic        = &sessionEnd{1, "Internal error (logged). Please reconnect."}
)
