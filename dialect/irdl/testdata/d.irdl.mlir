irdl.dialect @d {
  irdl.type @t0
  irdl.type @t1 { %0 = irdl.any 
 irdl.parameters(a: %0) }
  irdl.attribute @a1 { %0 = irdl.is i32
 irdl.parameters(a: %0) }
  irdl.type @t2 { %0 = irdl.any 
 irdl.parameters(a: %0, b: %0) }
  irdl.operation @int { %0 = irdl.base "!builtin.integer"
  irdl.operands(x: %0) }
  irdl.operation @same { %0 = irdl.any
  irdl.operands(x: %0, y: %0)
  irdl.results(z: %0) }
  irdl.operation @any { %a = irdl.any
   %b = irdl.any
   irdl.operands(x: variadic %a)
   irdl.results(z: variadic %b) }
  irdl.operation @attr { %a = irdl.base "#builtin.integer"
   %b = irdl.any
   irdl.attributes {"i" = %a, "j" = %b} }
  irdl.operation @dattr { %a = irdl.base @d::@a1
   irdl.attributes {"i" = %a} }
  irdl.operation @dtype { %a = irdl.base @d::@t1
   irdl.operands(a: %a) }
  irdl.operation @par { %f = irdl.is f32
   %a = irdl.parametric @d::@t1<%f>
   irdl.operands(a: %a) }
  irdl.operation @pare { %f = irdl.is f32
   %a = irdl.parametric @d::@t2<%f>
   irdl.operands(a: %a) }
  irdl.operation @para { %f = irdl.is i32
   %a = irdl.parametric @d::@a1<%f>
   irdl.attributes {"i" = %a} }
  irdl.operation @anyof { %f = irdl.is i32
   %g = irdl.is f32
   %h = irdl.any_of(%f, %g)
   irdl.operands(a: %h, b: %h) }
  irdl.operation @allof { %f = irdl.is i32
   %g = irdl.base "!builtin.integer"
   %h = irdl.all_of(%g, %f)
   irdl.operands(a: %h) }
  irdl.operation @opt { %f = irdl.any
   irdl.operands(a: %f, b: optional %f) }
  irdl.operation @two { %f = irdl.is i32
   %b = irdl.any
   irdl.operands(a: %f, b: optional %f, c: variadic %b)
   irdl.results(x: optional %f, y: optional %b) }
  irdl.operation @reg { %f = irdl.is i32
    %r0 = irdl.region
    %r1 = irdl.region()
    %r2 = irdl.region(%f, %f)
    %r3 = irdl.region with size 2
    irdl.regions(a: %r0, b: %r1, c: %r2, e: %r3) }
}
