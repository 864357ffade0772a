package watch

// Effect is what a key asks of the shell.
type Effect uint8

// The effects.
const (
	None    Effect = iota
	Leave          // the match, for the lobby where there is one
	Quit           // all of it
	Open           // show the match that State.Choice names
	Live           // the live edge, of the newest match where one follows another
	Next           // play the same players with the next seed
	Again          // play the same match anew
	Write          // write the match as .res
	Redraw         // the terminal shows something else: draw all of it anew
	Suspend        // give the terminal back until the program is to go on
	Mouse          // take the mouse, or give it to the terminal: see State.NoMouse
	effects        // their number
)

// Shell says what the program around the spectator cannot do: its notice comes
// from here, wherever the key is pressed.
type Shell struct {
	// Cannot holds the effects that are not offered, each with words that tell
	// what to do instead, or none.
	Cannot map[Effect]string
}

// refusals say of an effect that it is not offered.
var refusals = [effects]string{
	Open:  "no other match can be opened here",
	Live:  "there is no live match here",
	Next:  "a new match cannot be started here",
	Again: "a new match cannot be started here",
	Write: "the match cannot be written here",

	Redraw:  "the screen cannot be drawn anew here",
	Suspend: "nothing can be suspended here",
	Mouse:   "the mouse cannot be used here",
}

// refusal is the notice for an effect that the shell does not offer, empty
// where it does.
func (s *Shell) refusal(e Effect) string {
	if s == nil {
		return ""
	}
	hint, cannot := s.Cannot[e]
	if !cannot {
		return ""
	}
	if hint != "" {
		return refusals[e] + "; " + hint
	}
	return refusals[e]
}
