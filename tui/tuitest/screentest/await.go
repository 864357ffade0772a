package screentest

import (
	"os"
	"testing"

	"game-tui/sim/simtest"
)

// A screen has come to rest when it has not changed for that many looks, at most 16 ms apart. Looks are
// counted instead of seconds because a busy machine delays the test as much as the program.
const (
	restLooks = 40   // for a golden file: the test has nothing else to wait for
	waitLooks = 2000 // for a text, which may depend on players that are slow to start
)

// Await waits until ok is true. It fails the test when the screen has come to rest without that.
func Await(t testing.TB, what string, ok func() bool, screen func() string) {
	t.Helper()
	if awaitRest(t, what, ok, screen, waitLooks); !ok() {
		t.Fatalf("waited in vain for %s; the screen is still\n%s", what, screen())
	}
}

// AwaitGolden waits until the screen equals the golden file or has come to rest, and compares it.
func AwaitGolden(t *testing.T, screen func() string) {
	t.Helper()
	want, err := os.ReadFile(goldenPath(t))
	ok := func() bool { return err == nil && !*update && trimmed(screen()) == string(want) }
	awaitRest(t, "the golden screen", ok, screen, restLooks)
	Golden(t, screen())
}

// awaitRest waits until ok is true or the screen has not changed for that many looks.
func awaitRest(t testing.TB, what string, ok func() bool, screen func() string, looks int) {
	t.Helper()
	seen, same := "", 0
	simtest.Await(t, what, func() bool {
		if now := screen(); now != seen {
			seen, same = now, 0
		}
		same++
		return ok() || same > looks
	}, screen)
}
