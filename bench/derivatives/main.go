package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
)

func main() {
	repeat := flag.Int("repeat", 3, "how often")
	profile := flag.String("cpuprofile", "", "write a CPU profile of everything to this file")
	only := flag.String("only", "", "xx")
	flag.Parse()
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench/derivatives:", err)
			os.Exit(1)
		}
		defer pprof.StopCPUProfile()
	}
	t, err := measureSizes(*repeat, *only)
	os.Stdout.Write(t)
	fmt.Println(err)
}
