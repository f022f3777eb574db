// Where lines begin, and what stands between words.
Context Strings {
  type = "java.lang.String";  // text
}
TObject T { include = Strings;
  instance int n = 0;  // uses
  instance int longer = -1;  // other

  /* Behind the
     fields. */
}


Event on_rw(Object o, Field f, Word w1, Word w2)
{
  o.n++;
  if (o.n > 3) deamplify(o);
  else
    // not yet
    for (int i = 0; i < 3; ++i)
      o.longer = o.longer * (int) -1 + (i) - 1 +
          (i > 2 ? 1 : 2);
}
Event on_reachedOnce(Object o) { if (o.longer == 0 && !false) { amplify(o); } o.n = 0; }
Boundary Rows { method = "shop.Import.row"; }
