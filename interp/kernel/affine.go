package kernel

import (
	"math"
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
)

// Affine changes rows of f32 in place by what each column has: it adds a bias, multiplies by a
// scale and by a gain, adds a shift, adds the element of a residual, and applies relu or relu6,
// each if it is wanted and rounded like the op that does it.
type Affine struct {
	AffineForm
	n           int
	machine     machineAffine
	ones, zeros []byte // of n columns: what changes nothing where it is multiplied or, being -0, added
}

// AffineForm says what an Affine does. A gain there is only with a scale.
type AffineForm struct {
	Bias, Scale, Gain, Shift, Residual bool
	Activation                         string // relu, relu6 or nothing
}

// NewAffine is for rows of n elements.
func NewAffine(form AffineForm, n int) *Affine {
	a := &Affine{AffineForm: form, n: n}
	if a.machine = fastest.affines[a.key()]; a.machine == nil {
		return a
	}
	if a.Bias && !a.Scale && a.Shift {
		a.ones = asBytes(slices.Repeat([]float32{1}, n))
	}
	a.zeros = asBytes(slices.Repeat([]float32{float32(math.Copysign(0, -1))}, n))
	return a
}

// key is that of the machine function, which has a shift, and with a bias a scale, too.
func (a *Affine) key() string {
	key := "shift"
	switch {
	case a.Gain:
		key = "bias_scale_gain_shift"
	case a.Bias && (a.Scale || a.Shift):
		key = "bias_scale_shift"
	case a.Scale:
		key = "scale_shift"
	}
	if a.Residual {
		key += "_residual"
	}
	if a.Activation != "" {
		key += "_" + a.Activation
	}
	return key
}

// AffineRows are rows to change, one after the other or parts of them: Columns elements in each,
// and what belongs to these columns. What an Affine does not use may be nil.
type AffineRows struct {
	X, Residual   []byte
	Bias, Scale   []byte
	Gain, Shift   []byte
	Rows, Columns int
}

// Run changes rows.
func (a *Affine) Run(r *AffineRows) {
	if r.Rows == 0 || r.Columns == 0 {
		return
	}
	size := 4 * r.Columns
	x := r.X[:shapes.Product([]int{r.Rows, size})]
	if a.Residual {
		_ = r.Residual[len(x)-1]
	}
	if a.machine == nil {
		a.plain(r)
		return
	}
	bias, scale, shift := r.Bias, r.Scale, r.Shift
	if a.Bias && !a.Scale {
		if scale = a.ones; !a.Shift {
			bias, shift = nil, bias
		}
	}
	if shift == nil {
		shift = a.zeros
	}
	if a.Gain && bias == nil {
		bias = a.zeros
	}
	for _, columns := range [][]byte{bias, scale, r.Gain, shift} {
		if columns != nil {
			_ = columns[size-1]
		}
	}
	a.machine(unsafe.SliceData(x), unsafe.SliceData(r.Residual), unsafe.SliceData(bias), unsafe.SliceData(scale), unsafe.SliceData(r.Gain), unsafe.SliceData(shift), r.Rows, r.Columns, size)
}

// plain is Run in Go.
func (a *Affine) plain(r *AffineRows) {
	n := r.Columns
	bias, scale, gain, shift := as[float32](r.Bias), as[float32](r.Scale), as[float32](r.Gain), as[float32](r.Shift)
	for i := range r.Rows {
		row := as[float32](r.X[4*i*n : 4*(i+1)*n])
		for j, v := range row {
			if a.Bias {
				v += bias[j]
			}
			if a.Scale {
				v = float32(v * scale[j])
			}
			if a.Gain {
				v = float32(v * gain[j])
			}
			if a.Shift {
				v += shift[j]
			}
			row[j] = v
		}
		if a.Residual {
			for j, v := range as[float32](r.Residual[4*i*n : 4*(i+1)*n]) {
				row[j] += v
			}
		}
		switch a.Activation {
		case "relu":
			for j, v := range row {
				row[j] = max(v, 0)
			}
		case "relu6":
			for j, v := range row {
				row[j] = min(max(v, 0), 6)
			}
		}
	}
}
