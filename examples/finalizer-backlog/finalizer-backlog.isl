// Objects with a finalizer that wait for it: the JVM keeps a java.lang.ref.Finalizer for each of them, from its birth
// until finalize() has run. Those that are older than a window of checks count: more and more of them are a queue that
// the one finalizer thread does not get through, or objects that something holds.

Context Waiting {
  type = "java.lang.ref.Finalizer";
}

Partition P {
  kind = all;
}

TObject Tracked {
  include = Waiting;
  partition = P;
  defect = growth;  // as many as there always are is no backlog
}

Event on_reachedOnce(Object o) {
  if (age(o) >= UserParameter)
    amplify(o);
  else
    deamplify(o);
}
