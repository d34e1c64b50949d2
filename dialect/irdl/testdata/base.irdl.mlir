irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.base "!builtin.nope"
    irdl.parameters(a: %0)
  }
}
