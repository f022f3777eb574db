// Cleaning actions that have not run: a java.lang.ref.Cleaner keeps one for each registered object, until the object is
// closed or its thread has cleaned up behind it. Those that are older than a window of checks count: more and more of
// them are a queue that the cleaner's thread does not get through, or objects that something holds.

Context Waiting {
  type = "java.lang.ref.Cleaner$Cleanable";
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
