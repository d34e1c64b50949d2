package main
import ("testing";"fmt";"runtime";"syscall";"time";"github.com/tg-opt/tg/bench/internal/program";"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline")
func TestZZ(t *testing.T) { 
 p, _ := program.Parse("twins", []byte(twins(300000)))
 for i:=0;i<3;i++ { for _, w := range []string{"cse","cse{memory-aware}"} {
	pl, _ := pipeline.ParsePipeline("builtin.module("+w+")", driver.NewRegistry())
		c := ir.NewBuilder(p.Module.Context()).Clone(p.Module, map[*ir.Value]*ir.Value{})
		m := &pipeline.Manager{Ctx: c.Context(), Pipeline: pl, SkipVerify: true, Workers: 1}
		runtime.GC()
 var a, b runtime.MemStats
 runtime.ReadMemStats(&a)
	var u,v syscall.Rusage
 syscall.Getrusage(syscall.RUSAGE_SELF, &u)
 t0:=time.Now()
		m.Run(c)
 d:=time.Since(t0)
 syscall.Getrusage(syscall.RUSAGE_SELF, &v)
 runtime.ReadMemStats(&b)
 n:=int64(300000)
 fmt.Println(w, (v.Utime.Nano()-u.Utime.Nano())/n, (v.Stime.Nano()-u.Stime.Nano())/n, d.Nanoseconds()/n, b.NumGC-a.NumGC, (b.TotalAlloc-a.TotalAlloc)/300000, v.Minflt-u.Minflt) } } }
