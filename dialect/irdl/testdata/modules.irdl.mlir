module @a {
  irdl.dialect @e {
    irdl.type @t
  }
  irdl.dialect @g {
    irdl.operation @x {
      %0 = irdl.base @e::@t
      irdl.operands(a: %0)
    }
  }
}
