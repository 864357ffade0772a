package launch

// MaxFileSize limits the size of each file that a compiler writes, in bytes.
const MaxFileSize = 64 << 20
