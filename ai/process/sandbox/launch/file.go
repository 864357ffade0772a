package launch

// MaxFile limits the size of files written by a compiler, in bytes.
const MaxFile = 64 << 20
