irdl.dialect @d {
  irdl.type @T
}
