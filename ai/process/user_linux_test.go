package process

import (
	"path/filepath"
	"testing"

	"game-tui/ai/process/processtest"
)

// TestOrdinaryUser runs tests again without root privileges, because permissions and some limits
// differ.
func TestOrdinaryUser(t *testing.T) {
	dir := processtest.PublicDir(t)
	player := filepath.Join(dir, "AIHostile.exe")
	processtest.CopyProgram(t, hostile(t), player)
	processtest.RunAsNobody(t, dir, []string{hostileEnv + "=" + player},
		"TestMisbehavingPlayersAreOutWithTheReason", "TestOddPlayersPlayOn", "TestNoProcessOrDescriptorIsLeft", "TestTracedPlayerCannotOutliveItsMemoryLimit")
}
