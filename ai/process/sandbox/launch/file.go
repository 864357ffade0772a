package launch

// MaxFile is the size in bytes of the largest file that a compiler may write.
const MaxFile = 64 << 20
