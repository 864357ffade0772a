#!/bin/sh
# Makes the fonts of this folder anew: the signs that screens use, without
# hints and features. Needs Debian's fonts-dejavu-core, fonttools and
# python3-brotli. The same versions give the same bytes.
set -eu
cd "$(dirname "$0")"
from=${1:-/usr/share/fonts/truetype/dejavu}

# ASCII, Latin, Greek, Cyrillic; punctuation, arrows, mathematics; lines and
# blocks (pages need them, pictures draw their own); shapes and what the games
# and the spectator show.
signs=U+0020-007E,U+00A0-00FF,U+0104-0107,U+010C-010F,U+0118-011B,U+0131
signs=$signs,U+0141-0144,U+0147-0148,U+0150-0153,U+0158-015B,U+0160-0161
signs=$signs,U+0164-0165,U+016E-0171,U+0178-017E
signs=$signs,U+02C6-02C7,U+02D8-02DD,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03CE
signs=$signs,U+0401-040C,U+040E-044F,U+0451-045C,U+045E-045F,U+0490-0491
signs=$signs,U+2010-2016,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2032-2033
signs=$signs,U+2039-203A,U+20AC,U+2122,U+2190-2199,U+21BA,U+21BB,U+21C4,U+21D2
signs=$signs,U+2202,U+2206,U+2211,U+2212,U+221A,U+2229,U+2234,U+221E,U+2248,U+2260,U+2264
signs=$signs,U+2265,U+2310,U+2500-257F,U+2580-259F
signs=$signs,U+25A0-25A4,U+25AA-25AB,U+25B2-25B3,U+25B6-25B8,U+25BC-25BD
signs=$signs,U+25C0-25C1,U+25C6-25CC,U+25CE-25D1,U+2605,U+2606,U+2620
signs=$signs,U+263C,U+263E,U+2660,U+2663,U+2665,U+2666,U+2713-2718,U+271A,U+2726

subset() {
	pyftsubset "$from/$1.ttf" --unicodes="$signs" --layout-features= --no-hinting \
		--name-IDs=0,1,2,13,14 --notdef-outline --no-glyph-names \
		--drop-tables+=GSUB,GPOS,GDEF,FFTM,gasp,kern --output-file="$2.ttf"
	pyftsubset "$2.ttf" --unicodes='*' --layout-features= --no-hinting \
		--name-IDs=0 --notdef-outline --flavor=woff2 --output-file="$2.woff2"
}
subset DejaVuSansMono regular
subset DejaVuSansMono-Bold bold
