module github.com/tg-opt/tg/bench/ort

go 1.26.0

require (
	github.com/tg-opt/tg v0.0.0
	github.com/yalue/onnxruntime_go v1.27.0
	golang.org/x/sys v0.49.0
)

require (
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	github.com/bits-and-blooms/bitset v1.29.0 // indirect
	github.com/fatih/color v1.19.0 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/sergi/go-diff v1.4.0 // indirect
	golang.org/x/term v0.47.0 // indirect
)

replace github.com/tg-opt/tg => ../..
