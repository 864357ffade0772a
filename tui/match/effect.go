package match

// Effect is what an input asks of the shell.
type Effect struct {
	Kind   Kind
	ID     int    // of a request: Progress, Done and Cancel name it; 0: nothing is waited for
	Arg    string // as Kind says
	Change Change // of Branch
}

// Kind is what an effect is.
type Kind uint8

// The kinds. Those that are requests take time: the shell answers them with Done, or
// with Opened, and may tell of their Progress.
const (
	None         Kind = iota
	Leave             // the match, for the lobby where there is one
	Quit              // all of it
	Open              // a request: show the match that Arg names
	Live              // the live edge, of the newest match where one follows another
	Next              // a request: play the same players with the next seed
	Again             // a request: play the same match anew
	Write             // a request: write the match as .res
	Export            // a request: make a file of the match; Arg is what the export command is told, but its names
	Branch            // a request: play on from a round with a Change
	Switch            // show the branch of that number, Arg, beside what it was played on from; 0: the match itself alone
	NameBranches      // the names of branches have changed: Branches.TakeNames takes them over
	Cancel            // end the request ID, whose answer is not waited for any more
	Redraw            // the terminal shows something else: draw all of it anew
	Suspend           // give the terminal back until the program is to go on
	Keep              // keep State.Bookmarks of the match in front
	CopyCommand       // show and copy the command that opens what State.Place is
	Mouse             // take the mouse, or give it to the terminal: see State.NoMouse
	Analyse           // look at the chances: the shell does so as long as State.Wants says so
)

// Shell says what the program around the spectator cannot do: its notice comes
// from here, wherever the key is pressed.
type Shell struct {
	// Cannot holds the effects that are not offered, each with words that tell
	// what to do instead, or none.
	Cannot map[Kind]string
	// Players are the names of the game's built-in players, who may take over seats in a
	// branch.
	Players []string
	// Branches is how many branches of a match are kept; 0: MaxBranches.
	Branches int
	// Back says that something lies behind the match: Esc leaves it, too, when there
	// is nothing else to close.
	Back bool
}

func (s *Shell) mostBranches() int {
	if s == nil || s.Branches == 0 {
		return MaxBranches
	}
	return s.Branches
}

// refusals say of an effect that it is not offered, where that needs words of its own.
var refusals = map[Kind]string{
	Next:        "a new match cannot be started here",
	Again:       "a new match cannot be started here",
	Write:       "the match cannot be written here",
	Export:      "nothing can be exported here",
	Suspend:     "nothing can be suspended here",
	Branch:      "nothing can be played on from here",
	Analyse:     "win chances cannot be looked at here",
	CopyCommand: "no command opens this match",
}

// refusal is the notice for an effect that the shell does not offer, empty
// where it does.
func (s *Shell) refusal(k Kind) string {
	if s == nil {
		return ""
	}
	hint, cannot := s.Cannot[k]
	if !cannot {
		return ""
	}
	words := refusals[k]
	if words == "" {
		words = "that cannot be done here"
	}
	if hint != "" {
		return words + "; " + hint
	}
	return words
}

// work is a request that the shell has not answered yet.
type work struct {
	id    int
	words string // what is being done
}

// ask asks the shell for something, and reports whether it offers that.
func (u *update) ask(k Kind, arg string) bool {
	if words := u.s.opts.shell.refusal(k); words != "" {
		if k == Write && u.branchInFront() { // what the shell hints at is the match itself
			words = "a branch cannot be written here"
		}
		u.say(words)
		return false
	}
	u.effect = Effect{Kind: k, Arg: arg}
	return true
}

// request asks the shell for something that takes time; words say what is being done,
// until it is. There is one request at a time.
func (u *update) request(k Kind, arg, words string) {
	s := &u.s
	if s.work.id != 0 {
		u.busy()
		return
	}
	if u.ask(k, arg) {
		s.requests++
		s.work = work{s.requests, words}
		u.effect.ID = s.requests
		s.Notice = ""
	}
}

// busy says that a request is under way.
func (u *update) busy() {
	u.say("not yet: " + u.s.work.words + "; " + Name("leave") + " cancels that")
}

// cancelWork ends the request that is under way, if there is one.
func (u *update) cancelWork() bool {
	s := &u.s
	if s.work.id == 0 {
		return false
	}
	u.effect = Effect{Kind: Cancel, ID: s.work.id}
	u.say("cancelled: " + s.work.words)
	s.work = work{}
	return true
}

// Awaits reports whether the answer to a request is still wanted.
func (s *State) Awaits(id int) bool { return id != 0 && s.work.id == id }

// Busy reports whether a request is under way.
func (s *State) Busy() bool { return s.work.id != 0 }

// Says is what there is to be told in place of the keys: a notice, or else what is
// under way.
func (s *State) Says() string {
	if s.Notice == "" && s.work.id != 0 {
		return s.work.words + "   " + Name("leave") + " cancels"
	}
	return s.Notice
}
