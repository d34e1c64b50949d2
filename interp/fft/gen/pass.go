package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// pass is a stage of a transform in lanes.
type pass struct {
	element
	radix int

	twiddles, angles Register
	from, to         spread
}

// spread addresses equidistant rows by a base and small multiples of the distance.
type spread struct {
	base  Register
	steps [6]Register // 1, 3 and 5 times the distance, as far as they are needed
}

func newSpread(base, step Register, count int) spread {
	s := spread{base: base}
	s.steps[1] = step
	for _, odd := range []int{3, 5} {
		if count > odd {
			s.steps[odd] = GP64()
			LEAQ(Mem{Base: step, Index: step, Scale: uint8(odd - 1)}, s.steps[odd])
		}
	}
	return s
}

func (s spread) at(i int) Mem {
	scale := 1
	for i > 0 && i%2 == 0 {
		i, scale = i/2, scale*2
	}
	if i == 0 {
		return Mem{Base: s.base}
	}
	return Mem{Base: s.base, Index: s.steps[i], Scale: uint8(scale)}
}

func (p *pass) emit() {
	name, t := fmt.Sprintf("%sPass%d", p.name, p.radix), p.goType
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst, src, twiddles, angles *%s, rows, apart int)", t))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is a stage of radix %d.", name, p.radix))
	dst, src := argument("dst"), argument("src")
	p.twiddles = argument("twiddles")
	if p.radix%2 == 1 {
		p.angles = argument("angles")
	}
	rows, apart := argument("rows"), argument("apart")
	across, between := GP64(), GP64()
	MOVQ(rows, across)
	IMULQ(apart, across)
	SHLQ(Imm(6), across)
	MOVQ(apart, between)
	SHLQ(Imm(6), between)
	p.from, p.to = newSpread(src, across, p.radix), newSpread(dst, between, p.radix)

	p.inner(name+"_first", apart, false)
	DECQ(rows)
	JZ(LabelRef(name + "_done"))
	Label(name + "_row")
	// The results of the row before this one end where its first one's next does.
	last := p.to.at(p.radix - 1)
	LEAQ(last, dst)
	p.inner(name+"_column", apart, true)
	ADDQ(Imm(uint64(2*(p.radix-1)*p.bytes)), p.twiddles)
	DECQ(rows)
	JNZ(LabelRef(name + "_row"))
	Label(name + "_done")
	VZEROUPPER()
	RET()
}

// inner is the loop over the rows that have the same factors.
func (p *pass) inner(label string, apart Register, twiddled bool) {
	count := GP64()
	MOVQ(apart, count)
	Label(label)
	store := func(j int, n number) {
		if twiddled && j > 0 {
			at := Mem{Base: p.twiddles, Disp: 2 * (j - 1) * p.bytes}
			n = p.times(n, number{p.constant(at), p.constant(at.Offset(p.bytes))})
		}
		p.store(n, p.to.at(j))
	}
	switch p.radix {
	case 2:
		a, b := p.load(p.from.at(0)), p.load(p.from.at(1))
		store(0, p.plus(a, b))
		store(1, p.minus(a, b))
	case 4:
		p.four(store)
	default:
		p.odd(store)
	}
	ADDQ(Imm(rowBytes), p.from.base)
	ADDQ(Imm(rowBytes), p.to.base)
	DECQ(count)
	JNZ(LabelRef(label))
}

func (p *pass) four(store func(int, number)) {
	a, c := p.load(p.from.at(0)), p.load(p.from.at(2))
	even, off := p.plus(a, c), p.minus(a, c)
	b, d := p.load(p.from.at(1)), p.load(p.from.at(3))
	odd, by := p.plus(b, d), p.minus(b, d)
	store(0, p.plus(even, odd))
	store(2, p.minus(even, odd))
	store(1, number{p.sum(off.re, by.im), p.difference(off.im, by.re)})
	store(3, number{p.difference(off.re, by.im), p.sum(off.im, by.re)})
}

func (p *pass) odd(store func(int, number)) {
	half := p.radix / 2
	var sums, differences []number
	for j := 1; j <= half; j++ {
		a, b := p.load(p.from.at(j)), p.load(p.from.at(p.radix-j))
		sums = append(sums, p.plus(a, b))
		if p.radix < 5 {
			differences = append(differences, p.minus(a, b))
		}
	}
	// Where there are not registers enough, differences are computed again each time.
	difference := func(j int) number {
		if len(differences) > 0 {
			return differences[j-1]
		}
		return p.minus(p.load(p.from.at(j)), p.load(p.from.at(p.radix-j)))
	}
	total := p.load(p.from.at(0))
	for _, s := range sums {
		total = p.plus(total, s)
	}
	store(0, total)
	for k := 1; k <= half; k++ {
		cos := p.load(p.from.at(0))
		var sin number
		for j := 1; j <= half; j++ {
			at := j * k % p.radix
			mirrored := at > half
			if mirrored {
				at = p.radix - at
			}
			factor := p.constant(Mem{Base: p.angles, Disp: (at - 1) * p.bytes})
			cos = p.plus(cos, number{p.product(factor, sums[j-1].re), p.product(factor, sums[j-1].im)})
			factor = p.constant(Mem{Base: p.angles, Disp: (half + at - 1) * p.bytes})
			d := difference(j)
			by := number{p.product(factor, d.re), p.product(factor, d.im)}
			switch {
			case j == 1:
				sin = by
			case mirrored:
				sin = p.minus(sin, by)
			default:
				sin = p.plus(sin, by)
			}
		}
		low, high := number{p.sum(cos.re, sin.im), p.difference(cos.im, sin.re)}, number{p.difference(cos.re, sin.im), p.sum(cos.im, sin.re)}
		store(k, low)
		store(p.radix-k, high)
	}
}
