// Boxed numbers that stay: Integer, Long, Double and their like that have lived for a whole window of checks. Each takes
// 16 bytes and a reference where the number itself takes 4 or 8; arrays and maps of primitives hold it in place.

Context Boxes {
  type = "java.lang.Number";
}

TObject Box {
  include = Boxes;
}

Event on_reachedOnce(Object o) {
  if (age(o) > UserParameter)
    amplify(o);
  else
    deamplify(o);
}
