// The description of a report's fields is whole: each member once, under a name of its own.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "report/example.h"
#include "report/filled.h"

namespace isl::report {
namespace {

struct Three {
  std::string text;
  std::vector<std::string> list;
  bool flag = true;
};
static_assert(arityOf<Three>() == 3);
static_assert(arityOf<NamedCount>() == 2);
static_assert(arityOf<Path>() == 8);

template <typename V>
constexpr void describe(V& v, Of<Three>) {
  v(Field("text", ""), &Three::text);
  v(Field("list", ""), &Three::list);
}

// What visitFields refuses at compile time: Three::flag was added, its line was not.
static_assert(fieldsOf<Three>() != arityOf<Three>());

// Visits every described struct below a report and notes what is wrong with its description.
class Inspector {
 public:
  template <typename T>
  void inspect() {
    if (!seen_.insert(static_cast<const void*>(&kMark<T>)).second) return;
    Object<T> visitor{*this, {}, {}};
    visitFields<T>(visitor);
    ++structs;
  }

  std::vector<std::string> wrong;
  size_t structs = 0, fields = 0;

 private:
  template <typename T>
  struct Object {
    Inspector& inspector;
    std::set<std::string> names;
    std::set<ptrdiff_t> members;
    template <typename M, typename Rule = merge::Keep>
    void operator()(const Field& field, M T::*member, Rule = {}) {
      static const T object{};
      ++inspector.fields;
      const auto place =
          reinterpret_cast<const char*>(&(object.*member)) - reinterpret_cast<const char*>(&object);
      if (!names.insert(field.name()).second)
        inspector.wrong.push_back(std::string("two fields are called ") + field.name());
      if (!members.insert(place).second)
        inspector.wrong.push_back(std::string(field.name()) + " has the member of another field");
      if (std::string(field.meaning()).empty())
        inspector.wrong.push_back(std::string(field.name()) + " has no meaning");
      inspector.below(static_cast<M*>(nullptr));
    }
  };

  template <typename M>
  void below(M*) {
    if constexpr (kIsDescribed<M>) inspect<M>();
  }
  template <typename M>
  void below(std::vector<M>*) {
    below(static_cast<M*>(nullptr));
  }

  template <typename T>
  static constexpr char kMark = 0;
  std::set<const void*> seen_;
};

TEST(Fields, EachMemberHasOneNameAndAMeaning) {
  Inspector inspector;
  inspector.inspect<Report>();
  EXPECT_EQ(inspector.wrong, std::vector<std::string>());
  EXPECT_GE(inspector.structs, 20u);
  EXPECT_GE(inspector.fields, 130u);
}

struct Twice {
  std::string one, other;
};

template <typename V>
constexpr void describe(V& v, Of<Twice>) {
  v(Field("one", "the first"), &Twice::one);
  v(Field("other", ""), &Twice::one);
}

TEST(Fields, AMemberThatIsDescribedTwiceIsFound) {
  Inspector inspector;
  inspector.inspect<Twice>();
  EXPECT_EQ(inspector.wrong, (std::vector<std::string>{"other has the member of another field",
                                                       "other has no meaning"}));
}

TEST(Fields, AFilledReportHasNoDefaultLeft) {
  for (uint32_t seed = 1; seed <= 5; ++seed)
    EXPECT_EQ(test::DefaultFinder::find(test::Filler(seed).fill<Report>()),
              std::vector<std::string>());
  EXPECT_NE(test::DefaultFinder::find(Report()), std::vector<std::string>());
}

TEST(Fields, OnlyThoseThatSayNothingAreLeftOut) {
  Check check;
  EXPECT_EQ(jsonText(check).find("\"jvm\""), std::string::npos);
  check.jvm = 1;
  EXPECT_NE(jsonText(check).find("\"jvm\": 1,\n  \"specs\""), std::string::npos) << jsonText(check);
  EXPECT_NE(jsonText(Check()).find("\"foreignBytes\": 0"), std::string::npos);
}

}  // namespace
}  // namespace isl::report
