package serve

import (
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/crypto/ssh"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/infile"
	"game-tui/tui/server"
)

// hostKeyPath is where the host key lies unless told otherwise.
func hostKeyPath() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find the config folder: %w; name a file with --host-key", err)
	}
	return filepath.Join(dir, "game-tui", "host_ed25519"), nil
}

// maxKeyFile bounds what is read as a key.
const maxKeyFile = 64 << 10

// loadHostKey reads the host key of a file and makes it when there is none.
func loadHostKey(path string) (server.Signer, error) {
	key, err := readHostKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := makeHostKey(path); err != nil {
		return nil, fmt.Errorf("make the host key: %w", err)
	}
	return readHostKey(path)
}

func readHostKey(path string) (server.Signer, error) {
	text, err := infile.Text(path, maxKeyFile)
	if err != nil {
		return nil, fmt.Errorf("host key: %w", files.Error(err))
	}
	// Anyone who reads the key can pose as this server.
	if info, err := os.Stat(path); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("host key %s: others can read it; type chmod 600 %s", path, path)
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("host key %s: %w", path, err)
	}
	return key, nil
}

// makeHostKey writes the file whole or not at all; of two servers that start
// at once, both use the key of the first.
func makeHostKey(path string) error {
	_, secret, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(secret, "game-tui host key")
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".host-key-*") // made with mode 600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(pem.EncodeToMemory(block))
	if closed := tmp.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	if err := os.Link(tmp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return os.Rename(tmp.Name(), path) // a file system without hard links
	}
	return nil
}
