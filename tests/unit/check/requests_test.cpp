// Threads that want checks and trials, and the agent thread that serves them, on raw monitors made of the
// standard library's.
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "check/CheckRequests.h"
#include "mock_jvmti.h"

namespace isl {
namespace {

struct Monitor {
  std::recursive_mutex mutex;
  std::condition_variable_any changed;
};

Monitor& of(jrawMonitorID id) { return *reinterpret_cast<Monitor*>(id); }

class Requests : public ::testing::Test {
 protected:
  Requests() : requests({[this] { return nowMs.load(); }, [this] { return exhausted.load(); }, 0}) {
    jvmti.user = &monitor;
    jvmti.set(&jvmtiInterface_1_::CreateRawMonitor,
              [](jvmtiEnv* env, const char*, jrawMonitorID* out) {
                *out = reinterpret_cast<jrawMonitorID>(test::MockJvmti::from(env)->user);
                return JVMTI_ERROR_NONE;
              });
    jvmti.set(&jvmtiInterface_1_::RawMonitorEnter, [](jvmtiEnv*, jrawMonitorID id) {
      of(id).mutex.lock();
      return JVMTI_ERROR_NONE;
    });
    jvmti.set(&jvmtiInterface_1_::RawMonitorExit, [](jvmtiEnv*, jrawMonitorID id) {
      of(id).mutex.unlock();
      return JVMTI_ERROR_NONE;
    });
    jvmti.set(&jvmtiInterface_1_::RawMonitorNotifyAll, [](jvmtiEnv*, jrawMonitorID id) {
      of(id).changed.notify_all();
      return JVMTI_ERROR_NONE;
    });
    // Any wait may end early, as those of the VM: whoever waits looks again.
    jvmti.set(&jvmtiInterface_1_::RawMonitorWait, [](jvmtiEnv*, jrawMonitorID id, jlong) {
      of(id).changed.wait_for(of(id).mutex, std::chrono::milliseconds(1));
      return JVMTI_ERROR_NONE;
    });
    EXPECT_TRUE(requests.create(&jvmti));
  }

  std::atomic<uint64_t> nowMs{0};
  std::atomic<bool> exhausted{false};
  Monitor monitor;
  test::MockJvmti jvmti;
  CheckRequests requests;
};

TEST_F(Requests, AskNowAndThenForALook) {
  std::atomic<int> asked{0};
  CheckRequests looking(
      {[this] { return nowMs.load(); }, [] { return false; }, 0, [&] { return ++asked == 3; }});
  EXPECT_TRUE(looking.create(&jvmti));
  looking.raise(kCauseAlloc);
  EXPECT_EQ(looking.next(), kCauseAlloc);
  EXPECT_EQ(asked, 0) << "something else is due";
  looking.finished();
  EXPECT_EQ(looking.next(), kCauseLook);
  EXPECT_EQ(asked, 3);
  looking.finished();
}

TEST_F(Requests, CausesComeTogether) {
  requests.raise(kCauseAlloc);
  requests.raise(kCauseGc);
  EXPECT_EQ(requests.next(), kCauseAlloc | kCauseGc);
}

TEST_F(Requests, WhoAsksGetsACheckOfItsOwn) {
  std::thread program([this] { EXPECT_FALSE(requests.checkAndWait()); });
  EXPECT_EQ(requests.next(), kCauseManual);
  requests.finished();
  program.join();
}

TEST_F(Requests, AThreadInAnAllocationGoesOnWhenItsCheckIsDone) {
  std::atomic<bool> back{false};
  std::thread program([&] {
    requests.checkAndGoOn(kCauseAlloc);
    back = true;
  });
  EXPECT_EQ(requests.next(), kCauseAlloc);
  EXPECT_FALSE(back);
  requests.finished();
  program.join();
  EXPECT_TRUE(back);
}

TEST_F(Requests, WhoIsAheadOfACheckWaitsForTheNextAnswer) {
  std::atomic<bool> back{false}, asked{false};
  requests.raise(kCauseAlloc);
  EXPECT_EQ(requests.next(), kCauseAlloc);
  std::thread program([&] {
    requests.awaitAnswer([&] {
      asked = true;
      return false;
    });
    back = true;
  });
  while (!asked) std::this_thread::yield();
  EXPECT_FALSE(back);
  requests.answered();
  program.join();
  EXPECT_TRUE(back);
  requests.awaitAnswer([] { return true; });
  requests.finished();
}

TEST_F(Requests, NobodyWaitsForWhatFollowsTheAnswer) {
  std::thread asks([this] { requests.checkAndWait(); });
  std::thread allocates([this] { requests.checkAndGoOn(kCauseAlloc); });
  uint32_t causes = requests.next();
  requests.answered();
  if (causes != (kCauseManual | kCauseAlloc)) {
    causes |= requests.next();
    requests.answered();
  }
  EXPECT_EQ(causes, kCauseManual | kCauseAlloc);
  asks.join();
  allocates.join();
  std::thread end([this] { requests.stop(); });
  while (requests.isAwaited()) std::this_thread::yield();
  requests.finished();
  end.join();
}

TEST_F(Requests, WhenTheNumbersAreUsedUpOnlyTrialsAreServed) {
  exhausted = true;
  EXPECT_FALSE(requests.checkAndWait()) << "and it does not wait";
  requests.raise(kCauseAlloc);
  std::thread program([this] { requests.tryOut(3, [](JNIEnv*, const auto&) {}); });
  EXPECT_EQ(requests.next() & kCauseTrial, kCauseTrial);
  EXPECT_EQ(requests.nextTrial()->scope, 3u);
  requests.finishedTrial();
  program.join();
  EXPECT_EQ(requests.nextTrial(), nullptr);
}

TEST_F(Requests, ATrialIsAnsweredOnTheAgentThread) {
  bool answered = false;
  std::thread program([&] {
    EXPECT_TRUE(requests.tryOut(7, [&](JNIEnv*, const auto& outcomes) {
      answered = outcomes.size() == 1 && outcomes[0].checks == 20;
    }));
  });
  EXPECT_EQ(requests.next(), kCauseTrial);
  const auto request = requests.nextTrial();
  TrialOutcome outcome;
  outcome.checks = 20;
  request->then(nullptr, {outcome});
  requests.finishedTrial();
  program.join();
  EXPECT_TRUE(answered);
}

TEST_F(Requests, TheEndOfTheVmFreesWhoeverWaits) {
  std::thread asks([this] { requests.checkAndWait(); });
  std::thread tries([this] { EXPECT_FALSE(requests.tryOut(1, [](JNIEnv*, const auto&) {})); });
  std::thread allocates([this] { requests.checkAndGoOn(kCauseAlloc); });
  requests.stop();
  asks.join();
  tries.join();
  allocates.join();
  EXPECT_FALSE(requests.isAwaited());
  EXPECT_EQ(requests.next(), 0u);
}

TEST_F(Requests, TheEndWaitsForTheCheckThatRuns) {
  requests.raise(kCauseAlloc);
  ASSERT_EQ(requests.next(), kCauseAlloc);
  std::atomic<bool> stopped{false};
  std::thread end([&] {
    requests.stop();
    stopped = true;
  });
  while (requests.isAwaited()) std::this_thread::yield();
  EXPECT_FALSE(stopped);
  requests.finished();
  end.join();
  EXPECT_TRUE(stopped);
}

// A concurrent collector that has been stopped never finishes the collection that was asked for.
TEST_F(Requests, TheEndDoesNotWaitForALostCollection) {
  requests.raise(kCauseAlloc);
  ASSERT_EQ(requests.next(), kCauseAlloc);
  EXPECT_TRUE(requests.setCollecting(true));
  std::atomic<bool> stopped{false};
  std::thread end([&] {
    requests.stop();
    stopped = true;
  });
  while (!stopped) nowMs++;
  end.join();
  EXPECT_FALSE(requests.setCollecting(false)) << "whoever comes back must go no further";
}

TEST(CheckCause, HasOneName) {
  EXPECT_STREQ(nameOfCause(kCauseManual | kCauseAlloc), "manual");
  EXPECT_STREQ(nameOfCause(kCauseAlloc | kCauseGc), "alloc");
  EXPECT_STREQ(nameOfCause(kCauseGc), "gc");
  EXPECT_STREQ(nameOfCause(kCauseInterval), "interval");
}

}  // namespace
}  // namespace isl
