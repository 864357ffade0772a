package launch

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// word is the first argument of a launcher, before the encoded plan. A plan without planEnd was
// truncated.
const (
	word    = "__launch"
	planEnd = "end"
)

// A field of a plan is encoded as name=value. Lists have one argument per element.
type field struct {
	name  string
	value any
}

func (p *Plan) fields() []field {
	return []field{
		{"path", &p.Path}, {"argv", &p.Argv}, {"dir", &p.Dir},
		{"cpu", &p.CPU}, {"memory", &p.Memory}, {"address-space", &p.AddressSpace}, {"stack", &p.Stack},
		{"file-size", &p.FileSize}, {"processes", &p.Processes},
		{"landlock", &p.Landlock}, {"file", &p.File}, {"read", &p.Read}, {"system", &p.System}, {"libraries", &p.Libraries},
		{"seccomp", &p.Seccomp}, {"role", &p.Role}, {"run", &p.Executable}, {"threads", &p.Threads},
	}
}

// Arguments returns the command line of the launcher, including argv[0].
func (p *Plan) Arguments() []string {
	args := []string{"game-tui", word}
	for _, f := range p.fields() {
		for _, value := range texts(f.value) {
			args = append(args, f.name+"="+value)
		}
	}
	return append(args, planEnd)
}

func texts(value any) (list []string) {
	var n uint64
	switch v := value.(type) {
	case *string:
		return []string{*v}
	case *[]string:
		return *v
	case *[]int:
		for _, n := range *v {
			list = append(list, strconv.Itoa(n))
		}
		return list
	case *bool:
		if *v {
			n = 1
		}
	case *int:
		n = uint64(*v)
	case *uint64:
		n = *v
	case *Role:
		n = uint64(*v)
	}
	if n == 0 {
		return nil
	}
	return []string{strconv.FormatUint(n, 10)}
}

func parsePlan(args []string) (*Plan, error) {
	last := len(args) - 1
	if last < 0 || args[last] != planEnd {
		return nil, errors.New("the plan is incomplete")
	}
	p := &Plan{}
	fields := p.fields()
	for _, arg := range args[:last] {
		name, text, _ := strings.Cut(arg, "=")
		known := false
		for _, f := range fields {
			if f.name == name {
				known = true
				if err := set(f.value, text); err != nil {
					return nil, wrap(name, err)
				}
			}
		}
		if !known {
			return nil, errors.New("unknown argument " + strconv.Quote(arg))
		}
	}
	return p, nil
}

func set(value any, text string) error {
	bits := 64
	switch v := value.(type) {
	case *string:
		*v = text
		return nil
	case *[]string:
		*v = append(*v, text)
		return nil
	case *int, *[]int:
		bits = 31
	case *Role:
		bits = 8
	case *bool:
		bits = 1
	}
	n, err := strconv.ParseUint(text, 10, bits)
	switch v := value.(type) {
	case *int:
		*v = int(n)
	case *[]int:
		*v = append(*v, int(n))
	case *uint64:
		*v = n
	case *Role:
		*v = Role(n)
	case *bool:
		*v = n == 1
	}
	return err
}

// commandLine reads the arguments from /proc. It returns nil if /proc is missing.
func commandLine() ([]string, error) {
	fd, err := unix.Open("/proc/self/cmdline", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, nil
	}
	defer unix.Close(fd)
	text := make([]byte, 0, 4096)
	for {
		n, err := descriptor(fd).ReadAt(text[len(text):cap(text)], int64(len(text)))
		text = text[:len(text)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		text = append(text, 0)[:len(text)]
	}
	return strings.Split(string(bytes.TrimSuffix(text, []byte{0})), "\x00"), nil
}

// wrap replaces fmt.Errorf, which must not be imported.
func wrap(about string, err error) error { return errors.New(about + ": " + err.Error()) }
