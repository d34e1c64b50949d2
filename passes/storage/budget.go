package storage

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/tg-opt/tg/internal/units"
)

// budget is how many bytes may be live: a number, a part of the peak, or as few as
// can be.
type budget struct {
	bytes int64    // 0 for none
	part  *big.Rat // of the peak; nil for none
}

// parseBudget reads `512MiB`, `0.8x` or `min`.
func parseBudget(text string) (budget, error) {
	const forms = "a size such as 512MiB, a part of the peak such as 0.8x, or min"
	if text == "min" {
		return budget{}, nil
	}
	if factor, ok := strings.CutSuffix(text, "x"); ok {
		part, valid := parsePart(factor)
		switch {
		case !valid:
			return budget{}, fmt.Errorf("'budget' must be %s, but is '%s'", forms, text)
		case part.Sign() <= 0:
			return budget{}, fmt.Errorf("'budget' must be a part of the peak above 0, but is '%s'", text)
		}
		return budget{part: part}, nil
	}
	bytes, err := units.ParseBytes(text)
	switch {
	case err != nil && strings.Contains(text, "."):
		return budget{}, fmt.Errorf("'budget' must be %s, but is '%s'; a part of the peak ends with x: '%sx'", forms, text, text)
	case err != nil:
		return budget{}, fmt.Errorf("'budget' must be %s, but is '%s'", forms, text)
	case bytes == 0:
		return budget{}, fmt.Errorf("'budget' must be more than 0 bytes; least memory is 'min'")
	}
	return budget{bytes: bytes}, nil
}

// one is the whole peak.
var one = big.NewRat(1, 1)

// parsePart reads a number such as 0.8.
func parsePart(text string) (part *big.Rat, ok bool) {
	if len(text) > 20 || strings.Trim(text, "+-.0123456789") != "" {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// of is the budget in bytes where the peak is known; least says that it is as few
// as can be.
func (b budget) of(peak int64) (bytes int64, least bool) {
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
