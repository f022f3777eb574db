#include "instrument/OwnCode.h"

#include <algorithm>

#include "base/LibraryTypes.h"
#include "base/LocalRef.h"
#include "base/Text.h"

namespace isl {
namespace {

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool isArchive(std::string_view source) {
  return endsWith(source, ".jar") || endsWith(source, ".war") || endsWith(source, ".zip");
}

// A folder or an archive within an archive ends in marks: "app.jar!/BOOT-INF/lib/core.jar!/".
std::string_view withoutMarks(std::string_view source) {
  while (!source.empty() && (source.back() == '/' || source.back() == '!')) source.remove_suffix(1);
  return source;
}

jfieldID fieldOf(JNIEnv* jni, const char* cls, const char* name, const char* descriptor) {
  const LocalRef<jclass> found(jni, jni->FindClass(cls));
  jfieldID field = found ? jni->GetFieldID(found.get(), name, descriptor) : nullptr;
  if (jni->ExceptionCheck()) jni->ExceptionClear();
  return field;
}

std::string textOf(JNIEnv* jni, jobject object, jfieldID field) {
  const LocalRef<jstring> text(jni, static_cast<jstring>(jni->GetObjectField(object, field)));
  const char* const bytes = text ? jni->GetStringUTFChars(text.get(), nullptr) : nullptr;
  if (bytes == nullptr) return {};
  std::string out = bytes;
  jni->ReleaseStringUTFChars(text.get(), bytes);
  return out;
}

}  // namespace

OwnCode::OwnCode(std::string_view main) {
  if (isArchive(main)) {
    archive_ = "/" + std::string(main.substr(main.rfind('/') + 1));
    return;
  }
  const std::string_view cls = main.substr(main.rfind('/') + 1);  // "module/class"
  mainClass_ = cls;
  std::replace(mainClass_.begin(), mainClass_.end(), '.', '/');
}

bool OwnCode::prepare(JNIEnv* jni) {
  codeSource_ =
      fieldOf(jni, "java/security/ProtectionDomain", "codesource", "Ljava/security/CodeSource;");
  location_ = fieldOf(jni, "java/security/CodeSource", "location", "Ljava/net/URL;");
  protocol_ = fieldOf(jni, "java/net/URL", "protocol", "Ljava/lang/String;");
  file_ = fieldOf(jni, "java/net/URL", "file", "Ljava/lang/String;");
  readable_ =
      codeSource_ != nullptr && location_ != nullptr && protocol_ != nullptr && file_ != nullptr;
  return readable_;
}

std::string OwnCode::sourceOf(JNIEnv* jni, jobject domain) const {
  const LocalRef<jobject> source(jni, jni->GetObjectField(domain, codeSource_));
  if (!source) return {};
  const LocalRef<jobject> location(jni, jni->GetObjectField(source.get(), location_));
  if (!location || textOf(jni, location.get(), protocol_) == "jrt") return {};
  return textOf(jni, location.get(), file_);
}

bool OwnCode::isOwn(std::string_view name, const std::string& source) {
  if (isOfLanguage(name)) return false;
  const std::string_view place = withoutMarks(source);
  if (!isArchive(place)) return endsWith(source, "/");
  if (!mainClass_.empty() && name == mainClass_) archive_ = place;
  return !archive_.empty() && endsWith(place, archive_);
}

void OwnCode::onLoad(JNIEnv* jni, std::string_view name, jobject domain) {
  if (jni == nullptr || domain == nullptr || name.empty() || !readable_) return;
  const std::string source = sourceOf(jni, domain);
  std::lock_guard<std::mutex> lock(mutex_);
  if (isOwn(name, source)) own_.emplace(name);
}

bool OwnCode::has(std::string_view name) const {
  std::lock_guard<std::mutex> lock(mutex_);
  return own_.count(std::string(name)) != 0;
}

}  // namespace isl
