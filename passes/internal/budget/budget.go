// Package budget reads how much memory a function may take, for the passes that are
// told so.
package budget

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/tg-opt/tg/internal/units"
)

// Budget is how many bytes may be live: a number, a part of the peak, or as few as
// can be. The zero value is the last.
type Budget struct {
	bytes int64    // 0 for none
	part  *big.Rat // of the peak; nil for none
}

// Parse reads `512MiB`, `0.8x` or `min`; the error is a sentence about the option
// 'budget'.
func Parse(text string) (Budget, error) {
	const forms = "a size such as 512MiB, a part of the peak such as 0.8x, or min"
	if text == "min" {
		return Budget{}, nil
	}
	if factor, ok := strings.CutSuffix(text, "x"); ok {
		part, valid := Part(factor)
		switch {
		case !valid:
			return Budget{}, fmt.Errorf("'budget' must be %s, but is '%s'", forms, text)
		case part.Sign() <= 0:
			return Budget{}, fmt.Errorf("'budget' must be a part of the peak above 0, but is '%s'", text)
		}
		return Budget{part: part}, nil
	}
	bytes, err := units.ParseBytes(text)
	switch {
	case err != nil && strings.Contains(text, "."):
		return Budget{}, fmt.Errorf("'budget' must be %s, but is '%s'; a part of the peak ends with x: '%sx'", forms, text, text)
	case err != nil:
		return Budget{}, fmt.Errorf("'budget' must be %s, but is '%s'", forms, text)
	case bytes == 0:
		return Budget{}, fmt.Errorf("'budget' must be more than 0 bytes; least memory is 'min'")
	}
	return Budget{bytes: bytes}, nil
}

// Part reads a number such as 0.8.
func Part(text string) (part *big.Rat, ok bool) {
	if len(text) > 20 || strings.Trim(text, "+-.0123456789") != "" {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// Of is the budget in bytes where the peak is known; least says that it is as few
// as can be, and bytes is 0 then.
func (b Budget) Of(peak int64) (bytes int64, least bool) {
	switch {
	case b.part != nil:
		product := new(big.Rat).Mul(b.part, new(big.Rat).SetInt64(peak))
		up := new(big.Int).Add(product.Num(), new(big.Int).Sub(product.Denom(), big.NewInt(1)))
		if up.Quo(up, product.Denom()); !up.IsInt64() {
			return math.MaxInt64, false
		}
		return up.Int64(), false
	case b.bytes == 0:
		return 0, true
	}
	return b.bytes, false
}
