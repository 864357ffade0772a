package sandbox

import (
	"testing"

	"game-tui/ai/process/processtest"
)

// TestOrdinaryUser runs tests again without root privileges, because permissions and some limits
// differ.
func TestOrdinaryUser(t *testing.T) {
	processtest.RunAsNobody(t, processtest.PublicDir(t), nil, "TestProbeIsRefusedEverything", "TestPlayerSandboxRefusesAllAttempts", "TestPlayersCannotGrantThemselvesFiles", "TestUntrustedWordsOpenNothing", "TestFilesReplacedAfterTheCheckAreNotUsed",
		"TestEverySandboxRefusesAllAttempts", "TestSandboxEndsWhenItsProcessesTogetherExceedTheBudget")
}
