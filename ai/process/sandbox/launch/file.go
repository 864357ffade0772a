package launch

// MaxFile limits the size of each file that a compiler writes, in bytes.
const MaxFile = 64 << 20
