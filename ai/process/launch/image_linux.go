package launch

import (
	"debug/elf"
	"fmt"
	"path/filepath"
	"strings"
)

// Files that the loader of any program of this system may read.
var loaderFiles = []string{"/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/null", "/dev/urandom"}

// image allows what the player's file needs to be loaded: nothing when it is
// static, else the system's libraries, and the loader, which it returns. Where else the file wants to
// be loaded from gives it nothing. The file may be made to harm its reader, so
// the launcher does.
func (p *Plan) image() (loader string, err error) {
	f, err := elf.Open(opened(p.File))
	if err != nil {
		return "", fmt.Errorf("%s: truncated or invalid executable: %w", p.Path, err)
	}
	defer f.Close()
	for _, prog := range f.Progs {
		if prog.Type == elf.PT_INTERP && prog.Filesz < 4096 {
			b := make([]byte, prog.Filesz)
			if _, err := prog.ReadAt(b, 0); err == nil {
				loader = strings.TrimRight(string(b), "\x00")
			}
		}
	}
	if loader == "" {
		return "", nil
	}
	real, err := filepath.EvalSymlinks(loader)
	if err != nil || !p.isLoader(real) {
		return "", fmt.Errorf("its loader %q is none of this system's", loader)
	}
	p.System = append(p.System, p.Libraries...)
	p.System = append(p.System, loaderFiles...)
	return real, nil
}

// isLoader says whether a path without links is a loader in a folder of the
// system's libraries.
func (p *Plan) isLoader(path string) bool {
	if !strings.HasPrefix(filepath.Base(path), "ld") {
		return false
	}
	for _, dir := range p.Libraries {
		if strings.HasPrefix(path, dir+"/") {
			return true
		}
	}
	return false
}
