package arith_test

import (
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
)

func TestFloatsAgainstMLIROpt(t *testing.T) { peer.Test(t, "testdata/float_*.cases", driver.Opt) }
