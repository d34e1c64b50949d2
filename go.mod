module github.com/tg-opt/tg

go 1.26.0

require (
	github.com/BurntSushi/toml v1.6.0
	github.com/alecthomas/participle/v2 v2.1.4
	github.com/bits-and-blooms/bitset v1.29.0
	github.com/fatih/color v1.19.0
	github.com/google/go-cmp v0.7.0
	github.com/sergi/go-diff v1.4.0
	golang.org/x/sys v0.49.0
	golang.org/x/term v0.47.0
)

require (
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
)
