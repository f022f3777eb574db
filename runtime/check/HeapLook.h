// How much lives, and nothing else: a pass without handlers, owners and paths, a quarter of what a check takes or half.
#pragma once

#include <jni.h>

#include "rawheap/DirectHeap.h"
#include "report/Report.h"

namespace isl {

// Agent thread; the heap is usable. False: it could not be read, and the next check will say why.
bool lookAtHeap(JNIEnv* jni, rawheap::DirectHeap& heap, report::Look& look);

}  // namespace isl
