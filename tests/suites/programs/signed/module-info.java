module signed {
  requires org.bouncycastle.provider;
}
