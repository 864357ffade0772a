// Package docs embeds the help pages. Each file is named after its topic; its first heading is the
// title.
package docs

import "embed"

// Pages contains one Markdown file per topic.
//
//go:embed *.md
var Pages embed.FS
