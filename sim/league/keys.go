package league

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/decode"
	"game-tui/sim/sanitize"
)

// A Key is the secret from which a ranked tournament derives its players' seeds, so that players
// cannot predict dice. It is published at the end.
type Key [32]byte

type PlanKey struct {
	Seeds  int    `json:"seeds"`
	SHA256 string `json:"sha256"`
}

func (k *Key) hash() string {
	sum := sha256.Sum256(k[:])
	return hex.EncodeToString(sum[:])
}

func (k *Key) hex() string { return hex.EncodeToString(k[:]) }

func parseKey(text string) (*Key, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(Key{}) {
		return nil, fmt.Errorf("expected a key of %d hexadecimal digits", hex.EncodedLen(len(Key{})))
	}
	return (*Key)(b), nil
}

// AddKey adds the hash of a random key to a plan, which must be sealed afterwards.
func (p *Plan) AddKey() *Key {
	k := newKey()
	p.Keys = []PlanKey{{p.Seeds, k.hash()}}
	return k
}

func newKey() *Key {
	var k Key
	_, _ = rand.Read(k[:])
	return &k
}

func (p *Plan) checkKeys() error {
	for _, k := range p.Keys {
		if sum, err := hex.DecodeString(k.SHA256); err != nil || len(sum) != sha256.Size || k.Seeds != p.Seeds || len(p.Keys) > 1 {
			return errors.New("the plan's key is invalid or does not cover all seeds")
		}
	}
	for _, a := range p.Amendments {
		if sum, err := hex.DecodeString(a.Key); err != nil || a.Key != "" && (len(sum) != sha256.Size || len(p.Keys) == 0) {
			return fmt.Errorf("amendment %d of the plan has an invalid key", a.N)
		}
	}
	return nil
}

// keyHash returns the hash of a block's key, or "" if the block uses the kit's seeds.
func (p *Plan) keyHash(block int) (sum string) {
	for _, k := range p.Keys {
		sum = k.SHA256
	}
	seeds := p.Seeds
	for _, a := range p.Amendments {
		if a.Key != "" && seeds <= block {
			sum = a.Key
		}
		if a.Seeds > 0 {
			seeds = a.Seeds
		}
	}
	return sum
}

func (p *Plan) usesKey(k *Key) bool {
	sum := k.hash()
	return p.keyHash(0) == sum || slices.ContainsFunc(p.Amendments, func(a Amendment) bool { return a.Key == sum })
}

// keyedSeeds derives players' seeds by HMAC-SHA256 from the key, the match's seed, and the numbers
// that identify the match.
func keyedSeeds(key [32]byte, seed int32, numbers ...int) (p sim.PlayerSeeds) {
	mac := hmac.New(sha256.New, key[:])
	text := binary.BigEndian.AppendUint32(nil, uint32(seed))
	for _, n := range numbers {
		text = binary.BigEndian.AppendUint64(text, uint64(n))
	}
	mac.Write(text)
	sum := mac.Sum(nil)
	for seat := range p {
		p[seat] = int32(binary.BigEndian.Uint32(sum[4*seat:]) >> 1)
	}
	return p
}

// KeyFile returns the name of the file that holds a tournament's key in hexadecimal. Only its owner
// can read it.
func KeyFile(tournament string) string { return tournament + ".key" }

// createKeyFile writes a tournament's key file. The caller must sync the folder.
func createKeyFile(tournament string, k *Key) error {
	name := KeyFile(tournament)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: %s already exists and holds another tournament's key; move it, or choose another tournament file", tournament, name)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, k.hex())
	if err = errors.Join(cmp.Or(err, f.Sync()), f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// ReadKey reads the key next to a tournament file. If it is missing, the error wraps
// fs.ErrNotExist.
func ReadKey(tournament string, p *Plan) (*Key, error) {
	name := KeyFile(tournament)
	info, err := os.Stat(name)
	var text []byte
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = errors.New("not a regular file")
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		err = fmt.Errorf("other users can read it; run chmod 600 %s", sanitize.ShellQuote(name))
	case info.Size() > 100: // too large for a key
	default:
		text, err = os.ReadFile(name)
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	var k *Key
	if err == nil {
		k, err = parseKey(strings.TrimSuffix(string(text), "\n"))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot use %s, the key to the players' seeds: %w", tournament, name, err)
	}
	if !p.usesKey(k) {
		return nil, fmt.Errorf("%s: %s holds another tournament's key; restore the key created with this tournament", tournament, name)
	}
	return k, nil
}

type keyLine struct {
	Key string `json:"key"`
}

func (k *Key) line() []byte { return formatLine(keyLine{k.hex()}) }

func (r *Reader) addKey(object []byte) error {
	v, err := decode.StrictJSON[keyLine](object, maxLine)
	if err != nil {
		return errors.New("expected a key")
	}
	k, err := parseKey(v.Key)
	if err == nil && !r.Plan.usesKey(k) {
		err = errors.New("the key does not belong to the plan")
	}
	if err == nil {
		r.Keys = append(r.Keys, k)
	}
	return err
}

func (r *File) loadKeys(public []*Key) error {
	s := r.live.standings
	if len(s.Plan.Keys) == 0 {
		return nil
	}
	for _, k := range public {
		s.Schedule.AddKey(k)
	}
	if r.keyPublished = s.Schedule.lastKey() != nil; r.keyPublished {
		return nil
	}
	key, err := ReadKey(r.name, s.Plan)
	if s.IsOver() && errors.Is(err, fs.ErrNotExist) {
		return nil // the key was published, but its line is damaged
	}
	s.Schedule.AddKey(key)
	return err
}

// publishKey writes the key to the tournament file and removes the key file, if all tasks have been
// played.
func (r *File) publishKey() error {
	key := r.live.standings.Schedule.lastKey()
	if key == nil || r.broken || !r.live.standings.IsOver() {
		return nil
	}
	if !r.keyPublished {
		if err := r.write(key.line()); err != nil {
			return err
		}
	}
	if err := os.Remove(KeyFile(r.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
