//go:build amd64 && !purego

package contract

import (
	"slices"

	"github.com/tg-opt/tg/tensor"
	"golang.org/x/sys/cpu"
)

// thinFloatsOf lists the functions for a type that this processor can run, the fastest first.
func thinFloatsOf(d tensor.DType) (list []thinFloats) {
	if hasFMA() {
		if d == tensor.F16 {
			list = append(list, thinFloatsBy(8, thinf16Ymm, thinPairsf16Ymm))
		} else {
			list = append(list, thinFloatsBy(8, thinbf16Ymm, thinPairsbf16Ymm))
		}
	}
	if hasAVX512() {
		if d == tensor.F16 {
			list = slices.Insert(list, 0, thinFloatsBy(16, thinf16Zmm, thinPairsf16Zmm))
		} else {
			list = slices.Insert(list, 0, thinFloatsBy(16, thinbf16Zmm, thinPairsbf16Zmm))
		}
	}
	return list
}

// thinFloatsBy are the functions by generated ones, for vectors of so many lanes.
func thinFloatsBy(lanes int, across func(panels, depth int, a *float32, b *uint16, stepB, ahead int, c *float32, load int),
	pairs func(depth int, a *float32, b *uint32, c *float32, load int),
) thinFloats {
	panel, width := 8*lanes, 4*lanes
	return thinFloats{
		panel: panel, width: width, transpose: transpose8[uint32],
		across: func(panels, depth int, a []float32, b []uint16, stepB, ahead int, c []float32, load bool) {
			// The machine code trusts its arguments: this is its bounds check.
			_, _, _ = a[depth-1], b[(depth-1)*(stepB/2)+panels*panel-1], c[panels*panel-1]
			across(panels, depth, &a[0], &b[0], stepB, ahead, &c[0], flag(load))
		},
		pairs: func(depth int, a []float32, b []uint32, c []float32, load bool) {
			_, _, _ = a[2*depth-1], b[depth*width-1], c[width-1]
			pairs(depth, &a[0], &b[0], &c[0], flag(load))
		},
	}
}

// thinQuadsOf is the same for bytes, for rows with signs or without.
func thinQuadsOf(signed bool) []thinQuads {
	if !hasAVX512() || !cpu.X86.HasAVX512VNNI || !cpu.X86.HasAVX512BW {
		return nil
	}
	across, along := quadsAcrossus8Zmm, quadsAlongus8Zmm
	if signed {
		across, along = quadsAcrosssu8Zmm, quadsAlongsu8Zmm
	}
	return []thinQuads{{
		across: func(panels, depth int, a, b []byte, stepB, ahead int, turn uint32, c []int32, load bool) {
			_, _, _ = a[4*depth-1], b[(4*depth-1)*stepB+panels*thinPanel-1], c[panels*thinPanel-1]
			across(panels, depth, &a[0], &b[0], stepB, ahead, turn, &c[0], flag(load))
		},
		along: func(columns, blocks int, a, b []byte, stepB int, turn uint32, c []int32) {
			_, _, _ = a[blocks*thinBlock-1], b[(columns-1)*stepB+blocks*thinBlock-1], c[columns-1]
			along(columns, blocks, &a[0], &b[0], stepB, turn, &c[0])
		},
	}}
}
