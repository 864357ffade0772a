package launch

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// loaderFiles are needed by the dynamic loader.
var loaderFiles = []string{"/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/null", "/dev/urandom"}

// image adds the system libraries to the plan unless the program is static. It returns the dynamic
// loader, which must be the system's. Only the launcher parses the untrusted program.
func (p *Plan) image() (loader string, err error) {
	var info unix.Stat_t
	if err := unix.Fstat(p.File, &info); err != nil {
		return "", wrap(p.Path, err)
	}
	fd, err := unix.Open("/proc/self/fd/"+strconv.Itoa(p.File), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", wrap(p.Path, err)
	}
	defer unix.Close(fd)
	loader, err = loaderOf(descriptor(fd), info.Size)
	if err != nil {
		return "", wrap(p.Path, err)
	}
	if loader == "" {
		return "", nil
	}
	real, err := realPath(loader)
	if err != nil || !p.isLoader(real) {
		return "", errors.New("its loader " + strconv.Quote(loader) + " is none of this system's")
	}
	p.System = append(p.System, p.Libraries...)
	p.System = append(p.System, loaderFiles...)
	return real, nil
}

type descriptor int

func (d descriptor) ReadAt(b []byte, off int64) (n int, err error) {
	for n < len(b) {
		k, err := unix.Pread(int(d), b[n:], off+int64(n))
		switch {
		case err == unix.EINTR:
		case err != nil:
			return n, err
		case k == 0:
			return n, io.EOF
		default:
			n += k
		}
	}
	return n, nil
}

var errNotExecutable = errors.New("truncated or invalid executable")

const (
	elfInterp  = 3
	elf32      = 1
	elf64      = 2
	littleEnd  = 1
	maxLoader  = 4096 // length of its path
	maxEntries = 64   // typical executables have about ten
)

// loaderOf returns the dynamic loader of an ELF file of size bytes, or an empty string if it is
// static.
func loaderOf(file io.ReaderAt, size int64) (path string, err error) {
	var head [64]byte
	if _, err := file.ReadAt(head[:52], 0); err != nil || string(head[:4]) != "\x7fELF" || head[5] != littleEnd {
		return "", errNotExecutable
	}
	order := binary.LittleEndian
	var table, sections uint64
	var counts []byte // entry size and count of the program headers, then of the sections
	switch head[4] {
	case elf32:
		table, sections = uint64(order.Uint32(head[28:])), uint64(order.Uint32(head[32:]))
		counts = head[42:50]
	case elf64:
		if _, err := file.ReadAt(head[:], 0); err != nil {
			return "", errNotExecutable
		}
		table, sections = order.Uint64(head[32:]), order.Uint64(head[40:])
		counts = head[54:62]
	default:
		return "", errNotExecutable
	}
	each, n := order.Uint16(counts), order.Uint16(counts[2:])
	// The section table is usually at the end, so a truncated file lacks it.
	if !within(sections, uint64(order.Uint16(counts[4:]))*uint64(order.Uint16(counts[6:])), size) || n > maxEntries {
		return "", errNotExecutable
	}
	for i := range uint64(n) {
		kind, from, length, err := entry(file, head[4], table+i*uint64(each))
		if err != nil || kind == elfInterp && (length >= maxLoader || !within(from, length, size)) {
			return "", errNotExecutable
		}
		if kind == elfInterp {
			b := make([]byte, length)
			if _, err := file.ReadAt(b, int64(from)); err != nil {
				return "", errNotExecutable
			}
			path = strings.TrimRight(string(b), "\x00")
		}
	}
	return path, nil
}

func entry(file io.ReaderAt, class byte, at uint64) (kind uint32, from, length uint64, err error) {
	var b [40]byte
	if at >= 1<<62 {
		return 0, 0, 0, errNotExecutable
	}
	order := binary.LittleEndian
	if class == elf32 {
		_, err = file.ReadAt(b[:20], int64(at))
		return order.Uint32(b[:]), uint64(order.Uint32(b[4:])), uint64(order.Uint32(b[16:])), err
	}
	_, err = file.ReadAt(b[:], int64(at))
	return order.Uint32(b[:]), order.Uint64(b[8:]), order.Uint64(b[32:]), err
}

func within(from, length uint64, size int64) bool {
	return from <= uint64(size) && length <= uint64(size)-from
}

func realPath(path string) (string, error) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	buf := make([]byte, unix.PathMax)
	n, err := unix.Readlink("/proc/self/fd/"+strconv.Itoa(fd), buf)
	return string(buf[:max(n, 0)]), err
}

// isLoader reports whether a path without symbolic links is a dynamic loader of the system.
func (p *Plan) isLoader(path string) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return strings.HasPrefix(name, "ld") &&
		slices.ContainsFunc(p.Libraries, func(dir string) bool { return strings.HasPrefix(path, dir+"/") })
}
