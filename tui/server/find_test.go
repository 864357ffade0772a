package server

import (
	"strings"
	"testing"
)

// Over SSH one finds, lists, sets bookmarks, puts a player in front and copies the command
// that opens the view, which opens it.
func TestFindOverSSH(t *testing.T) {
	t.Parallel()
	src := newLobbyStage()
	srv := start(t, src, nil)
	c := srv.watch(t, ask{command: "watch old.res@20 --me 1"})
	c.sees(t, "round 20/200")
	c.press(t, "/67")
	c.sees(t, "wizard 67")
	c.press(t, "\r")
	c.sees(t, "following wizard 67")
	c.press(t, "b\x15here\r")
	c.sees(t, "bookmark set")
	c.press(t, "e")
	c.sees(t, "¶ here")
	c.press(t, "e")
	c.press(t, "y")
	c.sees(t, "watch old.res@20:67 --me 1")
	if line := c.text(); !strings.Contains(line, "ssh -t -p ") {
		t.Errorf("no command to type in\n%s", line)
	}
	again := srv.watch(t, ask{command: "watch old.res@20:67 --me 1"})
	again.sees(t, "round 20/200")
}

// What a client asks to be put in front is read like everything it claims.
func TestMeInCommands(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"watch a.res --me 2":        "2",
		"watch --me Seeker a.res@3": "Seeker",
		"watch a.res":               "",
		"watch --me 1":              "1",
	} {
		if c, err := parseCommand(text); err != nil || c.me != want {
			t.Errorf("%q: %q, %v, want %q", text, c.me, err, want)
		}
	}
	for _, text := range []string{"watch a.res --me", "list --me 1", "fetch a.res --me 1"} {
		if _, err := parseCommand(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
