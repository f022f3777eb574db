// Class loaders that pile up: each keeps its classes and all that their static fields hold. Those that are older than a
// window of checks count, used or not, as the objects of a dead deployment can keep each other busy; more and more of
// them are deployments, scripts or proxies that were never let go. The path leads to what holds the loader.

Context Loaders {
  type = "java.lang.ClassLoader";
}

Partition P {
  kind = all;
}

TObject Tracked {
  include = Loaders;
  partition = P;
  defect = growth;  // as many as there always are is no pile
}

Event on_reachedOnce(Object o) {
  if (age(o) >= UserParameter)
    amplify(o);
  else
    deamplify(o);
}
