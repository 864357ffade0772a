//go:build linux && !amd64 && !arm64

package launch

// auditArch is 0 because this architecture is not supported yet.
const auditArch = 0

var native, nativeCompiler, nativeValgrind []condition
