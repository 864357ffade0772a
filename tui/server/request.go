package server

import (
	"context"
	"strings"

	"github.com/charmbracelet/colorprofile"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/tui"
	"game-tui/tui/theme"
	"game-tui/tui/where"
)

// request is what a client has asked for on its channel. One goroutine fills
// it before the session starts; from then on only size changes.
type request struct {
	link   *link
	conn   gossh.Conn
	env    environ
	pty    bool
	cmd    command
	bad    error           // why the command is none
	resize chan [2]int     // newest wins; holds the first size too
	ctx    context.Context // ends when the client has closed the channel, or the server is closing
}

// setSize keeps the newest size. Only the goroutine that reads requests calls it.
func (r *request) setSize(w, h int) {
	select {
	case <-r.resize:
	default:
	}
	r.resize <- [2]int{w, h}
}

// ask reads the command of a shell or exec request.
func (r *request) ask(req *gossh.Request) {
	r.cmd.Place = where.Whole("")
	if req.Type == "shell" {
		return
	}
	var p struct{ Command string }
	if r.bad = gossh.Unmarshal(req.Payload, &p); r.bad == nil {
		r.cmd, r.bad = parseCommand(p.Command)
	}
}

// takePty takes over what is said of a terminal.
func (r *request) takePty(limits *Limits, payload []byte) bool {
	var p struct {
		Term                      string
		Cols, Rows, Width, Height uint32
		Modes                     string
	}
	if r.pty || gossh.Unmarshal(payload, &p) != nil {
		return false
	}
	r.pty = true
	r.env["TERM"] = ""
	r.env.set("TERM", p.Term)
	r.setSize(limits.clamp(p.Cols, p.Rows))
	return true
}

// takeWindow takes over another size of the window.
func (r *request) takeWindow(limits *Limits, payload []byte) bool {
	var p struct{ Cols, Rows, Width, Height uint32 }
	if gossh.Unmarshal(payload, &p) != nil {
		return false
	}
	r.setSize(limits.clamp(p.Cols, p.Rows))
	return true
}

// takeEnv takes over the few variables that say what the terminal shows. What
// the request for a terminal says of it counts more.
func (r *request) takeEnv(payload []byte) bool {
	var p struct{ Name, Value string }
	if gossh.Unmarshal(payload, &p) != nil || r.pty && p.Name == "TERM" {
		return false
	}
	return r.env.set(p.Name, p.Value)
}

// maxEnv is the length of the longest value that is taken from a client.
const maxEnv = 64

// environ is what a client says about its terminal: the few variables that are taken over.
type environ map[string]string

// set takes over a variable, or reports that it is not wanted.
func (e environ) set(name, value string) bool {
	if len(value) > maxEnv || !plainWord(value) {
		return false
	}
	switch name {
	case "TERM", "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR":
		e[name] = value
		return true
	}
	return false
}

// plainWord reports whether a text has only bytes that names of terminals and
// locales are made of.
func plainWord(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') && !strings.ContainsRune("-+._@", rune(s[i])) {
			return false
		}
	}
	return true
}

// profile is what the terminal can show. An unknown one gets the 16 colours
// that nearly all have.
func (e environ) profile() theme.Profile {
	if e["NO_COLOR"] != "" && e["NO_COLOR"] != "0" {
		return theme.NoColor
	}
	env := []string{"TERM=" + e["TERM"]}
	if e["COLORTERM"] != "" {
		env = append(env, "COLORTERM="+e["COLORTERM"])
	}
	return theme.Detected(colorprofile.Env(env))
}

// ascii reports whether the client's locale has no Unicode. Most clients do not
// say, and nearly all terminals have it.
func (e environ) ascii() bool {
	return !tui.UnicodeLocale(func(name string) string { return e[name] })
}
