// Package docs holds the pages of the program that belong to no package. A page joins with its file; its
// name is the topic, its first heading what the list says.
package docs

import "embed"

// Pages are the files.
//
//go:embed *.md
var Pages embed.FS
