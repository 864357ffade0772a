package serve

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"game-tui/sim/simtest"
)

func TestHostKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "sub", "key")
	a, err := loadOrCreateHostKey(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := loadOrCreateHostKey(path)
	if err != nil || !bytes.Equal(a.PublicKey().Marshal(), b.PublicKey().Marshal()) {
		t.Errorf("the key is another one the second time (%v)", err)
	}
	if a.PublicKey().Type() != ssh.KeyAlgoED25519 {
		t.Errorf("type %s", a.PublicKey().Type())
	}
	list, _ := os.ReadDir(filepath.Dir(path))
	if len(list) != 1 {
		t.Errorf("left over: %v", list)
	}
	rubbish := filepath.Join(t.TempDir(), "rubbish")
	if err := os.WriteFile(rubbish, []byte("rubbish"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := loadOrCreateHostKey(rubbish); err == nil {
		t.Error("rubbish is taken for a key")
	}
}

// TestHostKeyIsPrivate checks that a new key is readable only by its owner and that a key readable
// by others is refused.
func TestHostKeyIsPrivate(t *testing.T) {
	t.Parallel()
	simtest.NeedsUnix(t, "files with modes of Unix")
	path := filepath.Join(t.TempDir(), "key")
	if _, err := loadOrCreateHostKey(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := loadOrCreateHostKey(path); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key that others can read: %v", err)
	}
}

// TestUnwritableConfigurationFolderNamesTheFlag uses a file with the name of the configuration
// folder, so that the folder cannot be created.
func TestUnwritableConfigurationFolderNamesTheFlag(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(name, file)
	}
	_, err := loadOrCreateHostKey("")
	if want := "--host-key FILE"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got the error %v, want one with %q", err, want)
	}
}
