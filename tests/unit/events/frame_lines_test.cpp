// The lines of stack frames.
#include "events/FrameLines.h"

#include "mock_stack.h"

namespace isl {
namespace {

class FrameLinesTest : public test::MockStack {
 protected:
  const FrameLines::Line& lineOf(test::StackMethod& method) {
    jvmtiFrameInfo frame{};
    frame.method = reinterpret_cast<jmethodID>(&method);
    frame.location = 5;
    return lines_.of(&jvmti_, &jni_, frame);
  }
  FrameLines lines_;
};

TEST_F(FrameLinesTest, OfInlinedCodeAreThoseOfTheCall) {
  test::StackClass kotlin, java;
  kotlin.signature = "Lshop/Quotes;";
  kotlin.file = "Quotes.kt";
  kotlin.debug = "SMAP\nQuotes.kt\nKotlin\n*S KotlinDebug\n*L\n17#1:45,7\n*E\n";
  java.signature = "Lshop/Shop;";
  java.file = "Shop.java";
  test::StackMethod inlined{&kotlin, "quote", "()V", 48}, own{&kotlin, "main", "()V", 30},
      other{&java, "order", "()V", 48};
  EXPECT_EQ(lineOf(inlined).line, 17);
  EXPECT_EQ(lineOf(inlined).file, "Quotes.kt");
  EXPECT_EQ(lineOf(own).line, 30);
  EXPECT_EQ(lineOf(other).line, 48);
  EXPECT_EQ(debugAsked_, 2) << "once for a class";
}

}  // namespace
}  // namespace isl
