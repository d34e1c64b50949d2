irdl.dialect @d {
  irdl.typo @t
}
