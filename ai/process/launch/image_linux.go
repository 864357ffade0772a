package launch

import (
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Folders and files that any program of this system may need to load.
var libraries = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib",
	"/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/null", "/dev/urandom",
}

// image allows what the player's file needs to be loaded: nothing when it is
// static. The file may be made to harm who reads it, so the launcher does.
func (p *Plan) image() error {
	path := p.Path
	if _, err := buildinfo.ReadFile(path); err == nil {
		p.Threads = true // the Go runtime starts some
	}
	f, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("%s is no whole program: %w", path, err)
	}
	defer f.Close()
	loader := ""
	for _, prog := range f.Progs {
		if prog.Type == elf.PT_INTERP && prog.Filesz < 4096 {
			b := make([]byte, prog.Filesz)
			if _, err := prog.ReadAt(b, 0); err == nil {
				loader = strings.TrimRight(string(b), "\x00")
			}
		}
	}
	if loader == "" {
		return nil
	}
	p.Exec = append(p.Exec, loader)
	p.Read = append(p.Read, libraries...)
	p.Read = append(p.Read, filepath.Dir(loader))
	for _, tag := range []elf.DynTag{elf.DT_RUNPATH, elf.DT_RPATH} {
		lists, _ := f.DynString(tag)
		for _, list := range lists {
			p.folders(strings.NewReplacer("$ORIGIN", filepath.Dir(path), "${ORIGIN}", filepath.Dir(path)).Replace(list))
		}
	}
	p.folders(os.Getenv("LD_LIBRARY_PATH"))
	return nil
}

// folders allows to read the folders of a list with colons.
func (p *Plan) folders(list string) {
	for _, dir := range filepath.SplitList(list) {
		if filepath.IsAbs(dir) && filepath.Clean(dir) != "/" {
			p.Read = append(p.Read, dir)
		}
	}
}
