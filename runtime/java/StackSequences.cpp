#include "java/StackSequences.h"

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "java/HelperNames.h"
#include "store/TypeName.h"

namespace isl {
namespace {

constexpr size_t kUsualFrames = 64;
// Deeper stacks: the outermost frames are not seen, counted "no match".
constexpr size_t kMaxFrames = 4096;
constexpr size_t kMaxCachedBytes = 16 << 20;  // of stacks whose sequences are known

bool isHelper(std::string_view signature) {
  for (std::string_view helper : kHelperClasses) {
    if (signature == "L" + std::string(helper) + ";") return true;
  }
  return false;
}

}  // namespace

const StackSequences::Frame& StackSequences::frameOf(JNIEnv* jni, jmethodID method) {
  auto [found, fresh] = frames_.try_emplace(method);
  Frame& frame = found->second;
  if (!fresh) return frame;
  JvmtiText name(jvmti_), descriptor(jvmti_), signature(jvmti_);
  LocalRef<jclass> declaring(jni);
  jvmti_->GetMethodName(method, name.out(), descriptor.out(), nullptr);
  jvmti_->GetMethodDeclaringClass(method, declaring.out());
  if (declaring) jvmti_->GetClassSignature(declaring.get(), signature.out(), nullptr);
  if (name && descriptor && signature) {
    frame.ours = isHelper(signature.get());
    frame.constructor = name[0] == '<' && name[1] == 'i';
    frame.frame = {displayName(signature.get()) + "." + name.get(), descriptor.get()};
  }
  return frame;
}

// Is it a constructor of the object, its class's own or one of a superclass?
bool StackSequences::constructs(JNIEnv* jni, jmethodID method, jobject object) {
  if (!frameOf(jni, method).constructor) return false;
  LocalRef<jclass> declaring(jni);
  const jvmtiError error = jvmti_->GetMethodDeclaringClass(method, declaring.out());
  return error == JVMTI_ERROR_NONE && jni->IsInstanceOf(object, declaring.get()) == JNI_TRUE;
}

// Number of frames; 0: the VM does not tell.
size_t StackSequences::readStack(Stack& stack) const {
  for (;;) {
    jint count = 0;
    if (jvmti_->GetStackTrace(nullptr, 0, static_cast<jint>(stack.size()), stack.data(), &count) !=
        JVMTI_ERROR_NONE) {
      return 0;
    }
    const auto frames = static_cast<size_t>(count);
    if (frames < stack.size() || frames >= kMaxFrames) return frames;
    stack.resize(stack.size() * 4);
  }
}

size_t StackSequences::topOf(JNIEnv* jni, const Stack& stack, size_t count,
                             jobject inConstruction) {
  size_t top = 0;
  while (top < count && frameOf(jni, stack[top].method).ours) top++;
  while (inConstruction != nullptr && top < count &&
         constructs(jni, stack[top].method, inConstruction)) {
    top++;
  }
  return top;
}

uint32_t StackSequences::match(JNIEnv* jni, const Stack& stack, size_t top, size_t count,
                               bool atAllocation) {
  std::vector<SequenceFrame> frames;
  for (size_t i = count; i-- > top;) {
    const Frame& frame = frameOf(jni, stack[i].method);
    if (!frame.ours && !frame.frame.name.empty()) frames.push_back(frame.frame);
  }
  return sequences_.stateOf(sequences_.match(frames), atAllocation);
}

uint32_t StackSequences::stateHere(JNIEnv* jni, bool atAllocation, jobject inConstruction) {
  thread_local Stack stack(kUsualFrames);
  const size_t count = readStack(stack);
  if (count == 0) return 0;
  std::lock_guard<std::mutex> lock(mutex_);
  const size_t top = topOf(jni, stack, count, inConstruction);
  std::string key(1, atAllocation ? 'a' : 'e');
  for (size_t i = top; i < count; i++) {
    // A jmethodID is a pointer to a struct, and itself the key. NOLINTNEXTLINE(bugprone-sizeof-expression)
    key.append(reinterpret_cast<const char*>(&stack[i].method), sizeof stack[i].method);
  }
  auto known = states_.find(key);
  if (known != states_.end()) return known->second;
  if (cachedBytes_ > kMaxCachedBytes) {
    states_.clear();
    frames_.clear();
    cachedBytes_ = 0;
  }
  const uint32_t state = match(jni, stack, top, count, atAllocation);
  cachedBytes_ += key.size() + 64;
  states_.emplace(std::move(key), state);
  return state;
}

}  // namespace isl
