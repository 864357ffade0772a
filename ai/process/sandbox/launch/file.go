package launch

// MaxFile is the maximum size of a file that a compiler may write, in bytes.
const MaxFile = 64 << 20
