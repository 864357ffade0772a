//go:build !windows

package files

import "os"

var openFile = os.OpenFile
