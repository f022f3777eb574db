// Object headers of another size than the usual 12 bytes: compact ones (8) and those with uncompressed class pointers (16).
// What has to be put right there, beside the offset of the word (WordLayout).
//
// HotSpot fills gaps in the heap with objects, the smallest gap with a jdk.internal.vm.FillerObject of that very size: a
// header, aligned. Like every class it inherits the field of java.lang.Object. Behind a header of 12 bytes the field takes
// padding, and the size stays. Behind the others the filler would be larger than its gap, and a collector that goes over
// the heap object by object would crash behind it. Nobody makes such objects but the VM, which writes a header and nothing
// else: so the class gets the size that it has without the field.
//
// The elements of arrays begin elsewhere, too, and IslRT counts in one.
#pragma once

#include <jni.h>

#include "base/Result.h"
#include "base/VmProbe.h"
#include "java/HelperClass.h"

namespace isl {

// In VMStart, before the first collection, and when `helper` is defined. An error: the VM cannot go on.
Status fitHeaders(JNIEnv* jni, const VmInfo& vm, HelperClass& helper);

}  // namespace isl
