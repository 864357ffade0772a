// Package docs embeds the topic pages. The name of a page is the topic, and its first heading the
// title.
package docs

import "embed"

// Pages holds the files.
//
//go:embed *.md
var Pages embed.FS
