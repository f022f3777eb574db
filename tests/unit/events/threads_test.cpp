// EventEngine with real threads, without a VM: program threads that log events as java/IslEvents does,
// instrumentation that makes new keys and sites, and checks, all at the same time. The handler counts
// without synchronisation, so that a lost event and a missing lock both show (the latter also under
// ThreadSanitizer, see tests/suites/sanitizers).
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "events/EventEngine.h"
#include "heap/RecordEngine.h"
#include "mock_jni.h"

namespace isl {
namespace {

constexpr uint32_t kWriters = 6;
constexpr uint32_t kEventsPerWriter = 30000;
constexpr uint32_t kLogBytes = EventLog::kEntries * sizeof(LogEntry);

uint64_t eventsSeen = 0, valuesSeen = 0;

void countWrite(IslEnv*, IslObject* o, const IslField* field, uint32_t, uint32_t low, IslObject*) {
  if (o == nullptr || field->isPrimitive == 0) return;
  eventsSeen++;
  valuesSeen += low;
}

// What the agent has added to a java.lang.Thread.
struct ProgramThread : test::MockObject {
  jlong log = 0;
};

jlong& logOf(jobject thread) {
  return static_cast<ProgramThread*>(test::MockJni::objectOf(thread))->log;
}

class Threads : public testing::Test {
 protected:
  Threads() {
    handler_.event = ISL_ON_WRITE;
    handler_.mode = ISL_MODE_NATIVE;
    handler_.uses = ISL_USES_WORDS;
    handler_.access = countWrite;
    spec_.name = "count";
    spec_.source = "count.isl";
    spec_.mainContext = -1;
    spec_.partition = ISL_PARTITION_SINGLE;
    spec_.handlerCount = 1;
    spec_.handlers = &handler_;
    eventsSeen = valuesSeen = 0;
    jni_.onGetLong([](jobject o) { return logOf(o); });
    jni_.onSetLong([](jobject o, jlong value) { logOf(o) = value; });
    classes_ = std::make_unique<ClassTable>(specs_);
    keys_ = std::make_unique<EventKeys>(specs_, hierarchy_, layouts_);
    records_ = std::make_unique<RecordEngine>(&spec_, 0, std::vector<int>{-1}, nodes_);
    WalkState walk;
    walk.classes = classes_.get();
    walk.nodes = &nodes_;
    walk.sequences = &siteSequences_;
    walk.check = 1;
    records_->begin(walk);
    engine_ =
        std::make_unique<EventEngine>(EventEngine::Parts{nullptr,
                                                         &sites_,
                                                         classes_.get(),
                                                         &nodes_,
                                                         keys_.get(),
                                                         &units_,
                                                         specs_,
                                                         {records_.get()}},
                                      Admission(specs_, {{-1}}, sites_, sequences_, hierarchy_));
  }

  // A class of its own is instrumented: a site and a key that no other thread has.
  int32_t instrument(const std::string& cls, uint32_t& site) {
    hierarchy_.add(cls, "java/lang/Object", {}, true, false);
    layouts_.add(cls, "java/lang/Object", {{"f", "I"}});
    SiteLocation location{};
    location.className = cls;
    location.method = "m";
    location.kind = SiteKind::New;
    location.target = cls;
    site = sites_.intern(location);
    classfile::MemberRef member;
    member.owner = cls;
    member.name = "f";
    member.descriptor = "I";
    member.valid = true;
    return keys_->field(member, true).key;
  }

  // As IslEvents.write: into the thread's own log, a full one is drained first.
  void log(ProgramThread& self, const LogEntry& entry) {
    if (self.log == 0) self.log = reinterpret_cast<jlong>(engine_->newLog());
    auto* const log = reinterpret_cast<EventLog*>(self.log);
    if (log->used.load(std::memory_order_relaxed) == kLogBytes) engine_->drain(log);
    const uint32_t used = log->used.load(std::memory_order_relaxed);
    log->entries[used / sizeof(LogEntry)] = entry;
    log->used.store(used + static_cast<uint32_t>(sizeof(LogEntry)), std::memory_order_release);
  }

  void runProgramThread(uint32_t number) {
    ProgramThread self;
    uint32_t site = 0;
    int32_t key = 0;
    for (uint32_t i = 0; i < kEventsPerWriter; i++) {
      if (i % 1000 == 0) key = instrument("a/T" + std::to_string(number * 1000 + i / 1000), site);
      test::MockObject object;
      const uint32_t word = site << kEpochBits | 1;
      const uint32_t admitted = engine_->admit(&jni_, test::MockJni::handleOf(object), word);
      if (admitted == word) log(self, {key, word, 0, i, 0});
    }
    engine_->onThreadEnd(&jni_, test::MockJni::handleOf(self));
    EXPECT_EQ(self.log, 0);
  }

  test::MockJni jni_;
  IslHandler handler_{};
  IslSpec spec_{};
  std::vector<const IslSpec*> specs_ = {&spec_};
  Hierarchy hierarchy_;
  FieldLayouts layouts_;
  WorkUnits units_{"", ""};
  SiteTable sites_;
  SequenceSet sequences_;
  SiteSequences siteSequences_;
  NodeTable nodes_{1000};
  std::unique_ptr<ClassTable> classes_;
  std::unique_ptr<EventKeys> keys_;
  std::unique_ptr<RecordEngine> records_;
  std::unique_ptr<EventEngine> engine_;
};

TEST_F(Threads, EachEventRunsOnceWhileChecksDrain) {
  ASSERT_TRUE(engine_->bind(test::MockJni::classHandle(), test::MockJni::classHandle(), &jni_));
  ASSERT_TRUE(engine_->start(&jni_));
  std::atomic<bool> ended{false};
  std::thread checker([&] {
    for (uint32_t check = 2; !ended; check++) {
      EventEngine::Guard guard(engine_.get());
      engine_->drainAll();
      engine_->afterWalk(&jni_, check);
    }
  });
  std::vector<std::thread> writers;
  for (uint32_t n = 0; n < kWriters; n++) writers.emplace_back([this, n] { runProgramThread(n); });
  for (std::thread& writer : writers) writer.join();
  ended = true;
  checker.join();
  EXPECT_EQ(eventsSeen, uint64_t{kWriters} * kEventsPerWriter);
  EXPECT_EQ(valuesSeen, uint64_t{kWriters} * kEventsPerWriter * (kEventsPerWriter - 1) / 2);
  EXPECT_EQ(records_->eventCount(ISL_ON_WRITE), eventsSeen);
  EXPECT_EQ(engine_->logsRefused(), 0u);
}

}  // namespace
}  // namespace isl
