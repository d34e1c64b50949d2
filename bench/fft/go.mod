module github.com/tg-opt/tg/bench/fft

go 1.26.0

require (
	github.com/tg-opt/tg v0.0.0
	gonum.org/v1/gonum v0.17.0
)

require golang.org/x/sys v0.49.0 // indirect

replace github.com/tg-opt/tg => ../..
