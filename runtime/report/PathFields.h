// Of Fields.h: reference paths.
#pragma once

#include "report/Field.h"
#include "report/Report.h"

namespace isl::report {

template <typename V>
constexpr void describe(V& v, Of<PathEdge>) {
  v(Field("holderType", "type of the object that holds the reference"), &PathEdge::holderType);
  v(Field("field", "field of the holder, `[*]` for any element of an array"), &PathEdge::field);
  v(Field("declaredIn", "superclass of the holder that declares the field, or empty"),
    &PathEdge::declaredIn);
  v(Field("repeats", "edges of a run between objects of one class that this entry stands for")
        .from(1),
    &PathEdge::repeats);
  v(Field("holderId", "allocation site of the holder, 0 when unknown"), &PathEdge::holderId);
  v(Field("holderSite", "FILE:LINE where the holder was allocated, empty when unknown"),
    &PathEdge::holderSite);
  v(Field("holderMethod", "method that allocated the holder, empty when unknown"),
    &PathEdge::holderMethod);
  v(Field("alsoHeldBy", "other fields that refer to the same object, a few of them"),
    &PathEdge::alsoHeldBy);
  v(Field("retainedBytes", "live bytes that would go with the holder, if nothing else holds them")
        .bytes()
        .whenSet(),
    &PathEdge::retainedBytes);
  v(Field("boundedBy",
          "field or method of the holder that says how much it may keep, or for how long")
        .whenSet(),
    &PathEdge::boundedBy);
  v(Field("bound", "entries that are at most").whenSet(), &PathEdge::bound);
  v(Field("keptMs", "how long each entry is kept, ms").whenSet(), &PathEdge::keptMs);
}

template <typename V>
constexpr void describe(V& v, Of<PathRoot>) {
  v(Field("kind", "of the root; reference: only a java.lang.ref.Reference holds the objects")
        .oneOf("static|stack|jni-global|jni-local|monitor|thread|thread-local|system-class|cleaner|"
               "reference|unknown|"),
    &PathRoot::kind);
  v(Field("name", "static field, thread and frame, or class"), &PathRoot::name);
}

template <typename V>
constexpr void describe(V& v, Of<Path>) {
  v(Field("share", "of the site's penalty that is held this way, as sampled objects tell").share(),
    &Path::share);
  v(Field("root", "what holds the last edge"), &Path::root);
  v(Field("truncated", "true: the root was not reached"), &Path::truncated);
  v(Field("edges", "from the direct holder towards the root"), &Path::edges);
  v(Field("retainedBytes", "live bytes that would go with one object of the site")
        .bytes()
        .whenSet(),
    &Path::retainedBytes);
  v(Field("boundedBy",
          "field or method by which such an object says how much it may keep, or for how long")
        .whenSet(),
    &Path::boundedBy);
  v(Field("bound", "entries that are at most").whenSet(), &Path::bound);
  v(Field("keptMs", "how long each entry is kept, ms").whenSet(), &Path::keptMs);
}

}  // namespace isl::report
