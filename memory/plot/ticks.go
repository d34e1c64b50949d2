package plot

import (
	"math"
	"strconv"
)

// tick is a place on a scale of bytes.
type tick struct {
	at   float64
	text string
}

// byteTicks are places that are a power of two apart, at most `most` above 0. Their
// texts are exact.
func byteTicks(top float64, most int) []tick {
	apart := 1.0
	for apart*float64(most) < top {
		apart *= 2
	}
	last := math.Floor(top/apart) * apart
	var ticks []tick
	for i := range most + 1 {
		at := float64(i) * apart
		if at > last {
			break
		}
		unit := byteUnit(uint64(at))
		text := strconv.FormatFloat(at/float64(uint64(1)<<(10*unit)), 'f', -1, 64)
		ticks = append(ticks, tick{at, text + " " + byteUnits[unit]})
	}
	return ticks
}

// stepTicks are steps that are 1, 2 or 5 times a power of ten apart, so far that
// their numbers have room.
func stepTicks(steps int, width float64) []int {
	if steps == 0 {
		return nil
	}
	room := (textWidth(grouped(int64(steps)), bodySize) + 16) * float64(steps) / width
	apart := 1.0
	for i := 0; apart < room && apart < float64(steps); i++ {
		apart *= [...]float64{2, 2.5, 2}[i%3]
	}
	var ticks []int
	for t := 0.0; t < float64(steps); t += apart {
		ticks = append(ticks, int(t))
	}
	return ticks
}
