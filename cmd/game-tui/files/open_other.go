//go:build !windows

package files

import "os"

// openFile opens a file.
var openFile = os.OpenFile
