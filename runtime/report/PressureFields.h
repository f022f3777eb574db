// Of Fields.h: what the report tells of a heap that gets full.
#pragma once

#include "report/Field.h"
#include "report/Report.h"

namespace isl::report {

template <typename V>
constexpr void describe(V& v, Of<UselessCollection>) {
  v(Field("atMs", "when it was over, since the start of the VM").ms(), &UselessCollection::atMs);
  v(Field("pauseMs", "that it took").ms(), &UselessCollection::pauseMs);
  v(Field("freeBytes", "of the heap after it").bytes(), &UselessCollection::freeBytes);
  v(Field("relievedMs", "when a collection left over 20 % free again, 0 when none did").ms(),
    &UselessCollection::relievedMs);
  v(Field("jvm", "merged reports only: place in run.jvms, from 1").whenSet().from(1),
    &UselessCollection::jvm);
}

template <typename V>
constexpr void describe(V& v, Of<OutOfMemory>) {
  v(Field("atMs", "since the start of the VM").ms(), &OutOfMemory::atMs);
  v(Field("allocatedBytes", "as of a check").bytes(), &OutOfMemory::allocatedBytes);
  v(Field("units", "as of a check"), &OutOfMemory::units);
  v(Field("tasks", "as of a check"), &OutOfMemory::tasks);
  v(Field("groups", "as of a check"), &OutOfMemory::groups);
  v(Field("records", "as of a check"), &OutOfMemory::records);
  v(Field("jvm", "merged reports only: place in run.jvms, from 1").whenSet().from(1),
    &OutOfMemory::jvm);
}

template <typename V>
constexpr void describe(V& v, Of<MostHeld>) {
  v(Field("check", "the fullest heap of all checks, give or take a quarter"), &MostHeld::check);
  v(Field("liveBytes", "of the whole heap").bytes(), &MostHeld::liveBytes);
  v(Field("share", "of the live bytes, as sampled objects tell").share(), &MostHeld::share);
  v(Field("kind", "`field` of an object, or a kind of root"), &MostHeld::kind);
  v(Field("class", "class of the field; of a stack that of the method"), &MostHeld::className);
  v(Field("field", "field, or of a stack the method"), &MostHeld::field);
  v(Field("type", "of most of what is held"), &MostHeld::type);
  v(Field("jvm", "merged reports only: place in run.jvms, from 1").whenSet().from(1),
    &MostHeld::jvm);
}

template <typename V>
constexpr void describe(V& v, Of<Pressure>) {
  using namespace merge;
  v(Field("unknown", "why nothing is known of it, or empty"), &Pressure::unknown, Names());
  v(Field("heapBytes", "that the heap may grow to").bytes(), &Pressure::heapBytes, Max());
  v(Field("collections", "pauses of the collector"), &Pressure::collections, Sum());
  v(Field("fullCollections", "of these, full ones"), &Pressure::fullCollections, Sum());
  v(Field("uselessCollections", "of these, which left under 10 % of the heap free"),
    &Pressure::uselessCollections, Sum());
  v(Field("highMs", "from a useless collection until one left over 20 % free").ms(),
    &Pressure::highMs, Sum());
  v(Field("useless", "the first 100 useless collections"), &Pressure::useless, Append());
  v(Field("outOfMemory", "the last time that nothing more fitted into the heap"),
    &Pressure::outOfMemory, Append());
  v(Field("mostHeld", "who held most of a heap that was an eighth full or more"),
    &Pressure::mostHeld, Append());
}

}  // namespace isl::report
