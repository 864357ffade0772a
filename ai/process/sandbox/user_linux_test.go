package sandbox

import (
	"testing"

	"game-tui/ai/process/processtest"
)

// TestOrdinaryUser runs tests again as nobody: some limits and all permissions differ from root's.
func TestOrdinaryUser(t *testing.T) {
	processtest.AsNobody(t, processtest.PublicDir(t), nil, "TestProbeIsRefusedEverything", "TestPlayerSandboxRefusesAllAttempts", "TestPlayersCannotGrantThemselvesFiles", "TestUntrustedWordsOpenNothing", "TestFilesReplacedAfterTheCheckAreNotUsed",
		"TestEverySandboxRefusesAllAttempts", "TestSandboxEndsWhenItsProcessesTogetherExceedTheBudget")
}
