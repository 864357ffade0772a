//go:build linux && !amd64 && !arm64

package launch

// auditArch is 0 on architectures that have no seccomp filter yet.
const auditArch = 0

var nativeRules, nativeCompilerRules, nativeValgrindRules []rule
