package arith_test

import (
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
)

func TestIntegersAgainstMLIROpt(t *testing.T) { peer.Test(t, "testdata/int_*.cases", driver.Opt) }
