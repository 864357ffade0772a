package serve

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

func TestHostKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "sub", "key")
	a, err := loadHostKey(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := loadHostKey(path)
	if err != nil || !bytes.Equal(a.PublicKey().Marshal(), b.PublicKey().Marshal()) {
		t.Errorf("the key is another one the second time (%v)", err)
	}
	if a.PublicKey().Type() != ssh.KeyAlgoED25519 {
		t.Errorf("type %s", a.PublicKey().Type())
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
	list, _ := os.ReadDir(filepath.Dir(path))
	if len(list) != 1 {
		t.Errorf("left over: %v", list)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := loadHostKey(path); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key that others can read: %v", err)
	}
	rubbish := filepath.Join(t.TempDir(), "rubbish")
	if err := os.WriteFile(rubbish, []byte("rubbish"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := loadHostKey(rubbish); err == nil {
		t.Error("rubbish is taken for a key")
	}
}
