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
)

// maxKeyFile bounds what is read as a key.
const maxKeyFile = 64 << 10

// loadHostKey reads the host key of a file, which lies with the configuration where none is
// named, and makes it when there is none.
func loadHostKey(path string) (ssh.Signer, error) {
	if path == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return nil, fmt.Errorf("find the config folder: %w; name a file with --host-key", err)
		}
		path = filepath.Join(dir, "game-tui", "host_ed25519")
	}
	key, err := readHostKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := makeHostKey(path); err != nil {
		return nil, fmt.Errorf("make the host key: %w", err)
	}
	return readHostKey(path)
}

func readHostKey(path string) (ssh.Signer, error) {
	text, err := files.Bounded(path, maxKeyFile)
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
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

// makeHostKey writes a new key, unless another server has just done so.
func makeHostKey(path string) error {
	_, secret, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(secret, "game-tui host key")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = file.Write(pem.EncodeToMemory(block))
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(path)
	}
	return err
}
