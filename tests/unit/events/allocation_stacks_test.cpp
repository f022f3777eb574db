// Stacks of sampled allocations: which line a class without lines is called from.
#include "events/AllocationStacks.h"

#include <set>

#include "mock_stack.h"

namespace isl {
namespace {

using Class = test::StackClass;
using Method = test::StackMethod;

bool isOwn(const FrameLines::Line& line) { return line.cls == "a/Client"; }

class Samples : public test::MockStack {
 protected:
  Samples() {
    library_.signature = "Lb/Library;";
    client_.signature = "La/Client;";
    client_.file = "Client.java";
    jdk_.signature = "Ljava/util/List;";
    jdk_.file = "List.java";
  }
  void sample(std::vector<Method*> stack, uint64_t atMs, Class* type = nullptr, uint64_t bytes = 16,
              jobject object = nullptr) {
    stack_ = std::move(stack);
    const auto cls =
        type == nullptr ? nullptr : static_cast<jclass>(test::MockJni::handleOf(*type));
    stacks_.onSample(&jvmti_, &jni_, {cls, object, bytes, atMs, 1000 * atMs});
  }
  SourceLine callerOf(const char* method) {
    return stacks_.callerOf(&jvmti_, &jni_, "b/Library", method);
  }

  AllocationStacks stacks_;
  Class library_, client_, jdk_;
  Method make_{&library_, "make"}, other_{&library_, "other"}, add_{&jdk_, "add", "()V", 3};
  Method order_{&client_, "order", "()V", 17}, cancel_{&client_, "cancel", "()V", 40};
};

// As the VM numbers methods: one table of pointers for each class, and a frame somewhere in the code.
TEST(FrameLines, TellNeighbouringMethodsApart) {
  std::set<uint64_t> keys;
  for (uintptr_t method = 0; method < 64; method++) {
    for (jlocation at = 0; at < 256; at++) {
      const auto id = reinterpret_cast<jmethodID>(0x7f3318004e00 + 8 * method);
      keys.insert(FrameLines::key({id, at}));
    }
  }
  EXPECT_EQ(keys.size(), 64u * 256);
}

TEST_F(Samples, NameTheMostFrequentCallerWithALine) {
  sample({&add_, &make_, &order_}, 10);
  sample({&make_, &add_, &order_}, 20);
  sample({&make_, &cancel_}, 30);
  sample({&other_, &cancel_}, 40);
  const SourceLine caller = callerOf("make");
  EXPECT_EQ(caller.method, "a.Client.order");
  EXPECT_EQ(caller.file, "Client.java");
  EXPECT_EQ(caller.line, 17);
  EXPECT_EQ(callerOf("other").line, 40);
  EXPECT_TRUE(callerOf("never").file.empty());
}

TEST_F(Samples, AreOfTheAllocatingMethodItself) {
  sample({&order_, &make_, &cancel_}, 10);
  EXPECT_TRUE(callerOf("make").file.empty()) << "the client allocates, called by the library";
}

TEST_F(Samples, NameTheLineThatAllocatesAClassMost) {
  stacks_.keepTypes();
  sample({&add_, &order_, &cancel_}, 10, &jdk_);
  sample({&add_, &cancel_}, 20, &library_);
  sample({&add_, &cancel_}, 30, &library_);
  const auto lineOf = [this](const char* type) {
    return stacks_.allocatorOf(&jvmti_, &jni_, type).line;
  };
  EXPECT_EQ(lineOf("Ljava/util/List;"), 17) << "the same frames for another class";
  EXPECT_EQ(lineOf("Lb/Library;"), 40);
  EXPECT_EQ(lineOf("La/Client;"), -1);
}

TEST_F(Samples, NameTheOwnLineThatLeadsToALibrarys) {
  Class core, pool;
  core.signature = "Lb/Core;";
  core.file = "Core.java";
  pool.signature = "Lc/Pool;";
  pool.file = "Pool.java";
  Method put{&core, "put", "()V", 7}, putAll{&core, "put", "()V", 9}, run{&pool, "run", "()V", 50};
  const auto lineOf = [this](int32_t line) {
    FrameLines::Line at;
    at.cls = "b/Core";
    at.method = "put";
    at.line = line;
    return stacks_.ownCallerOf(&jvmti_, &jni_, at, isOwn).line;
  };
  EXPECT_EQ(lineOf(7), -1) << "no sample yet";
  sample({&add_, &put, &run, &order_, &run}, 10);
  sample({&put, &order_}, 20);
  sample({&put, &cancel_, &order_}, 30);
  EXPECT_EQ(lineOf(7), -1) << "one of three calls is another";
  sample({&put, &order_}, 35);
  EXPECT_EQ(lineOf(7), 17) << "through a library between, the nearest, and the most frequent";
  EXPECT_EQ(lineOf(8), 17) << "no sample of that line: those of its method";
  sample({&putAll, &run}, 40);
  sample({&putAll, &run, &run}, 50);
  sample({&putAll, &cancel_}, 60);
  EXPECT_EQ(lineOf(9), -1) << "mostly the library's own threads";
  EXPECT_EQ(lineOf(7), 17);
}

// A library's line that many calls lead to, one of which keeps what it makes.
TEST_F(Samples, NameTheCallerWhoseObjectsLive) {
  FrameLines::Line at;
  at.cls = "java/util/List";
  at.method = "add";
  at.line = 3;
  stacks_.keepTypes();
  test::MockObject objects[9];
  std::set<jobject> live;
  for (int i = 0; i < 9; i++) {
    const jobject object = test::MockJni::handleOf(objects[i]);
    sample({&add_, &make_, i < 6 ? &cancel_ : &order_}, 10 + i, &jdk_, 16, object);
    if (i >= 6) live.insert(object);
  }
  const auto lines = [&] {
    return std::vector<int32_t>{
        stacks_.ownCallerOf(&jvmti_, &jni_, at, isOwn, 0, {"java.util.List"}).line,
        callerOf("make").line, stacks_.allocatorOf(&jvmti_, &jni_, "Ljava/util/List;").line};
  };
  EXPECT_EQ(lines(), (std::vector<int32_t>{-1, 40, 40})) << "no pass has come";
  for (int pass = 0; pass < 2; pass++) {
    stacks_.living().begin();
    stacks_.living().look([&](jobject object) { return live.count(object) > 0; });
    stacks_.living().settle(&jni_);
  }
  EXPECT_EQ(lines(), (std::vector<int32_t>{17, 17, 17}));
  for (int i = 0; i < 6; i++) sample({&other_, &cancel_}, 30 + i, &jdk_);
  EXPECT_EQ(callerOf("other").line, 40) << "none of these lives";
}

// A line makes the labels of all counters, of which one gets ever more.
TEST_F(Samples, NameTheCallerWhoseObjectsOfTheTypeLive) {
  FrameLines::Line at;
  at.cls = "java/util/List";
  at.method = "add";
  at.line = 3;
  test::MockObject objects[5];
  for (int i = 0; i < 5; i++)
    sample({&add_, i < 4 ? &cancel_ : &order_}, 10 + i, i < 4 ? &jdk_ : &library_, 16,
           test::MockJni::handleOf(objects[i]));
  for (int pass = 0; pass < 2; pass++) {
    stacks_.living().begin();
    stacks_.living().look([](jobject) { return true; });
    stacks_.living().settle(&jni_);
  }
  const auto lineOf = [&](const std::vector<std::string>& types) {
    return stacks_.ownCallerOf(&jvmti_, &jni_, at, isOwn, 0, types).line;
  };
  EXPECT_EQ(lineOf({"b.Library"}), 17);
  EXPECT_EQ(lineOf({"b.Library", "java.util.List"}), 17) << "of the first";
  EXPECT_EQ(lineOf({"c.Other", "java.util.List", "b.Library"}), 40) << "four of five agree";
  EXPECT_EQ(lineOf({"c.Other", "b.Library"}), 17);
  EXPECT_EQ(lineOf({"c.Other"}), -1) << "two calls, and neither is known to make these";
  EXPECT_EQ(stacks_.lastMadeAt("java.util.List"), 13'000u);
  EXPECT_EQ(stacks_.lastMadeAt("b.Library"), 14'000u);
  EXPECT_EQ(stacks_.lastMadeAt("c.Other"), 0u);
  for (int i = 0; i < 9; i++) sample({&make_, &cancel_}, 30 + i);
  at.cls = "b/Library";
  at.method = "make";
  EXPECT_EQ(lineOf({"c.Other"}), 40) << "the only call that leads there";
  sample({&make_, &order_}, 40);
  EXPECT_EQ(lineOf({"c.Other"}), -1);
}

// A program of many paths: a leak's may come late.
TEST_F(Samples, OfOneStackMakeRoomForOthers) {
  std::vector<Method> paths;
  for (jint line = 1; line <= 9000; line++) paths.push_back({&client_, "path", "()V", line});
  for (size_t i = 0; i < 4000; i++) {
    sample({&add_, &paths[i]}, 2 * i);
    if (i < 100) sample({&add_, &paths[i]}, 2 * i + 1);
  }
  EXPECT_EQ(stacks_.dropped(), 0u);
  sample({&make_, &order_}, 20'000);
  sample({&make_, &order_}, 20'002);
  EXPECT_EQ(callerOf("make").line, 17);
  EXPECT_EQ(stacks_.dropped(), 0u);
  for (size_t i = 4000; i < 9000; i++) sample({&add_, &paths[i]}, 30'000 + 2 * i);
  EXPECT_EQ(callerOf("make").line, 17) << "seen twice";
  EXPECT_EQ(stacks_.dropped(), 0u);
}

TEST_F(Samples, OfBeforeALeakBeganAreNotItsCallers) {
  FrameLines::Line at;
  at.cls = "java/util/List";
  at.method = "add";
  at.line = 3;
  const auto since = [&](uint64_t bytes) {
    return stacks_.ownCallerOf(&jvmti_, &jni_, at, isOwn, bytes).line;
  };
  for (uint64_t ms = 1; ms <= 3; ms++) sample({&add_, &cancel_}, ms);
  sample({&add_, &order_}, 4);
  EXPECT_EQ(since(0), 40);
  EXPECT_EQ(since(3500), 17) << "the others made a start";
  sample({&make_, &order_}, 5);
  EXPECT_EQ(since(4500), 17) << "it runs on, and does other things lately";
  EXPECT_EQ(since(5500), -1) << "none is known";
}

TEST_F(Samples, NameTheLineThatMakesRoomInAnArray) {
  Class bytes, text;
  bytes.signature = "[B";
  text.signature = "Ljava/lang/StringBuilder;";
  text.file = "StringBuilder.java";
  Method append{&text, "append", "()V", 9};
  const auto lineOf = [this](uint64_t least) {
    return stacks_.makesRoomIn(&jvmti_, &jni_, "java/lang/StringBuilder", least).line;
  };
  sample({&append, &cancel_}, 10, &bytes, 4000);
  EXPECT_EQ(lineOf(0), -1) << "small";
  sample({&append, &cancel_}, 10, &bytes, 5000);
  sample({&add_, &append, &make_, &order_}, 10, &bytes, 9000);
  sample({&append, &cancel_}, 10, &client_, 9500);
  sample({&add_, &cancel_}, 10, &bytes, 10'000);
  EXPECT_EQ(lineOf(8000), 17) << "through a library without lines";
  const auto lineIn = [this](const char* method) {
    const auto is = [method](const FrameLines::Line& at) { return at.method == method; };
    return stacks_.makesRoomIn(&jvmti_, &jni_, "java/lang/StringBuilder", 0, is).line;
  };
  EXPECT_EQ(lineIn("cancel"), cancel_.line);
  EXPECT_EQ(lineIn("order"), 17);
  EXPECT_EQ(lineIn("run"), -1) << "no such frame";
  EXPECT_EQ(lineOf(9001), -1) << "no array, or not within that class";
  for (int i = 0; i < 1000; i++) sample({&add_}, 10);
  sample({&append, &cancel_}, 11, &bytes, 20'000);
  EXPECT_EQ(lineOf(5001), 17) << "too early to be taken";
  EXPECT_EQ(lineOf(0), -1) << "a class that all use: one of two lines";
  sample({&append, &cancel_}, 11, &bytes, 2 << 20);
  EXPECT_EQ(lineOf(10'000), 40) << "but such a large one is";
}

TEST_F(Samples, TellWhenALineHasCeasedToRun) {
  const auto lastRan = [this](const char* method, int32_t line) {
    FrameLines::Line at;
    at.cls = "a/Client";
    at.method = method;
    at.line = line;
    return stacks_.lastRanAt(&jvmti_, &jni_, at);
  };
  EXPECT_EQ(lastRan("order", 17), 0u) << "no sample yet";
  for (uint64_t ms = 1; ms <= 10; ms++) sample({&add_, &order_}, ms);
  for (uint64_t ms = 11; ms <= 20; ms++) sample({&cancel_}, ms);
  EXPECT_EQ(lastRan("order", 17), 10'000u) << "every sample was of it, and ten are not";
  EXPECT_EQ(lastRan("order", 18), 10'000u) << "no sample of that line: those of its method";
  EXPECT_EQ(lastRan("cancel", 40), 0u) << "it runs on";
  sample({&order_}, 21);
  EXPECT_EQ(lastRan("order", 17), 0u);
  for (uint64_t ms = 22; ms <= 26; ms++) sample({&cancel_}, ms);
  EXPECT_EQ(lastRan("order", 17), 0u) << "two or three were due, and may not have come";
  FrameLines::Line order;
  order.cls = "a/Client";
  order.method = "order";
  order.line = 17;
  EXPECT_EQ(stacks_.lastSeenAt(&jvmti_, &jni_, order), 21'000u) << "whether it has stopped or not";
  order.method = "never";
  EXPECT_EQ(stacks_.lastSeenAt(&jvmti_, &jni_, order), 0u);
}

TEST_F(Samples, TellWhenTheTestsHaveEndedThatCameToALine) {
  Class sessions, dates;
  sessions.signature = "La/SessionTest;";
  dates.signature = "La/DateTest;";
  Method logIn{&sessions, "logIn", "()V", 5}, parse{&dates, "parse", "()V", 6};
  const auto until = [this](int32_t line) {
    FrameLines::Line at;
    at.cls = "a/Client";
    at.method = "order";
    at.line = line;
    FrameLines::Line other;
    return stacks_.testsRanUntil(&jvmti_, &jni_, {other, at},
                                 [](const std::string& cls) { return cls.rfind("a/", 0) == 0; });
  };
  EXPECT_EQ(until(17), 0u) << "no sample yet";
  sample({&order_, &logIn, &add_}, 1);
  for (uint64_t ms = 2; ms <= 10; ms++) sample({&cancel_, &logIn, &add_}, ms);
  for (uint64_t ms = 11; ms <= 20; ms++) sample({&make_, &parse, &add_}, ms);
  EXPECT_EQ(until(17), 10'000u) << "one sample of the line, but ten of its tests";
  EXPECT_EQ(until(18), 10'000u) << "no sample of that line: those of its method";
  sample({&order_, &parse, &add_}, 21);
  EXPECT_EQ(until(17), 0u) << "tests came to it that run on";
  sample({&order_, &add_}, 22);
  for (uint64_t ms = 23; ms <= 60; ms++) sample({&make_, &add_}, ms);
  EXPECT_EQ(until(17), 0u) << "one sample where the program's own code is not known to be a test's";
}

TEST_F(Samples, LeaveOutWhatFewOfThemSayOfATest) {
  Class sessions;
  sessions.signature = "La/SessionTest;";
  Method logIn{&sessions, "logIn", "()V", 5};
  const auto until = [this] {
    FrameLines::Line at;
    at.cls = "a/Client";
    at.method = "order";
    at.line = 17;
    return stacks_.testsRanUntil(&jvmti_, &jni_, {at},
                                 [](const std::string& cls) { return cls.rfind("a/", 0) == 0; });
  };
  for (uint64_t ms = 1; ms <= 10; ms++) sample({&order_, &logIn}, ms);
  std::vector<Method*> loads(47, &add_);  // a class, by so many calls that the test is cut off
  loads.push_back(&order_);
  sample(loads, 10);
  for (uint64_t ms = 11; ms <= 20; ms++) sample({&add_}, ms);
  EXPECT_EQ(until(), 10'000u);
  sample({&order_, &add_}, 20);
  EXPECT_EQ(until(), 0u) << "two of twelve";
}

TEST_F(Samples, AreTakenNowAndThenAndAreBounded) {
  for (int i = 0; i < 400; i++) sample({&make_, &order_}, 10);
  for (int i = 0; i < 600; i++) sample({&make_, &cancel_}, 10);
  EXPECT_EQ(callerOf("make").line, 40) << "a short run has few: all of the first count";
  for (int i = 0; i < 1000; i++) sample({&make_, &order_}, 11);
  EXPECT_EQ(callerOf("make").line, 40) << "a millisecond later is too early";
  std::vector<Method> methods(4100, make_);
  uint64_t now = 100;
  for (Method& method : methods) {
    sample({&method}, now += 2);
    sample({&method}, now += 2);
  }
  EXPECT_EQ(stacks_.dropped(), 2 * 102u) << "two of 4000 were there, and none was seen once";
}

}  // namespace
}  // namespace isl
